// The sound of the strike that a study of modes is about: rendered beside the wanted file and moved
// to its name, with its picture.
#pragma once
#include <filesystem>
#include <string>

#include "tools/bodies/body_text.h"
#include "tools/bodies/modes_study.h"

namespace peal {

struct StrikeSoundRequest {
  BodyText body;
  std::filesystem::path wav;
  double seconds = 0;  // 0: until it has died away
  bool quiet = false, cache = true;

  std::filesystem::path picture() const {
    return std::filesystem::path(wav).replace_extension(".png");
  }
  /// A folder that is there for a while.
  std::filesystem::path parts() const { return wav.string() + ".parts"; }
};

struct StrikeSound {
  double seconds = 0, peak_db_spl = 0;
  std::string comment;  // on its level
};

/// Stops when the body has no mode to be heard.
StrikeSound write_strike_sound(const StrikeSoundRequest& request, const ModesStudy& study);

}  // namespace peal
