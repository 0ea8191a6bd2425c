// What `peal modes` finds out: the modes of a body and how each is heard after a strike.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "emission/body_sound.h"
#include "models/bodies/body_frame.h"

namespace peal {

struct StrikeSpec {
  std::optional<Vec3> point;      // [m] own frame; where it rings best when empty
  std::optional<Vec3> direction;  // own frame; into the surface when empty
  std::optional<Vec3> listener;   // [m] own frame; 1 m out from the struck point when empty
  double impulse = 0.01;          // [N s]
  double duration = 1e-4;         // [s]
};

struct ModeLine {
  int number = 0;        // 1 is the lowest of the body
  double frequency = 0;  // [Hz] undamped
  double t60 = 0;        // [s]
  double residual = 0;   // of the eigenvalue problem
  double level = 0;      // [dB SPL] peak at the listener just after the strike
};

struct ModesStudy {
  std::string name;
  BodySoundRequest request;
  ModalModel model;  // body frame
  BodyFrame frame;
  std::vector<ModeLine> modes;
  int overdamped = 0;
  Vec3 point, direction, listener;  // of the strike, own frame
  double impulse = 0, duration = 0;
  double seconds = 0;  // spent on the modes
  bool from_cache = false;
};

/// @param from, to range of frequencies shown [Hz].
ModesStudy study_modes(const std::string& name, const BodySoundRequest& request,
                       const StrikeSpec& strike, double from, bool use_cache);

std::string modes_table(const ModesStudy& study, std::size_t most_rows);
std::string modes_json(const ModesStudy& study);
std::string modes_csv(const ModesStudy& study);
/// Contact sheet of the first modes shown, and the spectrum of the strike.
void write_mode_shapes(const std::filesystem::path& path, const ModesStudy& study, int panels);
void write_strike_spectrum(const std::filesystem::path& path, const ModesStudy& study);

}  // namespace peal
