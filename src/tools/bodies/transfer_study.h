// What `peal transfer` finds out: how each mode of a body reaches the air.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emission/body_sound.h"
#include "models/bodies/body_frame.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

enum class TransferChoice { automatic, time_domain, boundary_elements };

struct TransferLine {
  int number = 0;               // 1 is the lowest of the body
  double frequency = 0;         // [Hz]
  double ka = 0;                // a: radius of the body around the centre of the record's sphere
  int order = -1;               // largest l; -1: not computed
  double power = 0;             // [W] for unit modal velocity
  double efficiency = 0;        // P / (rho c S <v_n^2> / 2); NaN when the surface is not known
  double damping = 0;           // [1/s] by radiation
  double material_damping = 0;  // [1/s]; NaN when not known
  double directivity = 0;       // [dB] loudest direction over the mean of all
  double error = 0;
  TransferMethod method = TransferMethod::foreign;
  bool computed() const { return order >= 0; }
};

struct TransferStudy {
  std::string name, material;
  TransferRecord record;  // body frame
  BodyFrame frame;        // to the shape's own; the identity for a file
  TriangleMesh surface;   // body frame; none for a file
  double bound = 0;  // [m] radius of the body around the record's centre; of the sphere for a file
  std::vector<TransferLine> modes;
  std::size_t modes_found = 0;  // of the body; the record may have fewer
  bool kept = false;            // from the cache
  double seconds = 0;           // spent on the transfer
};

struct TransferStudyRequest {
  std::string name;
  BodySoundRequest body;
  TransferChoice choice = TransferChoice::automatic;
  bool use_cache = true, plan_only = false, quiet = false;
  std::function<void(const std::string&)> say = {};  // the plan before it computes, and warnings
};

/// Nothing when only the plan was wanted.
std::optional<TransferStudy> study_transfer(const TransferStudyRequest& request);
/// What a file of any program holds.
TransferStudy study_transfer_file(const std::filesystem::path& path);

const char* method_word(TransferMethod method);

std::string transfer_table(const TransferStudy& study, std::size_t most_rows);
std::string transfer_csv(const TransferStudy& study);
std::string transfer_study_json(const TransferStudy& study);

/// maps.png, balloons.png, distance.png of the first modes that were computed; their names leave.
std::vector<std::filesystem::path> write_transfer_pictures(const std::filesystem::path& folder,
                                                           const TransferStudy& study, int modes);

}  // namespace peal
