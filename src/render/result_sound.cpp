#include "render/result_sound.h"

namespace peal {

AudioLabel label_of(const Scene& scene) { return {scene.name, "Peal " + peal_version()}; }

SoundScale write_picture(const std::filesystem::path& path, const std::string& title,
                         const PressureSpool& spool, const RenderOptions& options,
                         const std::optional<SoundScale>& scale) {
  SoundPictureOptions picture;
  picture.title = title;
  picture.rms = spool.rms();  // the report's number
  picture.levels = options.levels;
  picture.peak = options.peak;
  if (scale) picture.levels = scale->levels, picture.peak = scale->peak;
  return write_sound_picture({spool.rate(), spool.channels(), spool.frames(), spool.reader()}, path,
                             picture);
}

}  // namespace peal
