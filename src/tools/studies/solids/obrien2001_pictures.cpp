// The scenes of the paper's figures, rendered whole: waveforms and spectrograms.
#include <fmt/format.h>

#include <algorithm>

#include "render/render.h"
#include "tools/studies/solids/obrien2001_parts.h"

namespace peal::obrien2001 {

std::string make_pictures(const ReproduceOptions& options) {
  const std::pair<const char*, const char*> figures[] = {
      {"solid_bowl", "bowl that bounces on a hard floor"},
      {"clamped_bar", "bar, its free end struck"},
      {"struck_plate_centre", "plate with held edges, struck in the middle"},
      {"struck_plate_off", "the same struck a quarter of its width beside it"},
      {"vibraphone_coarse", "undercut bar on its supports, coarse mesh"},
      {"vibraphone_fine", "the same, fine mesh"},
      {"swinging_bar", "bar that swings: loudness and pitch come and go"},
      {"bowed_sheet", "sheet bent back and forth"}};
  std::string text = "## Waveforms and spectrograms\n\n";
  for (const auto& [name, what] : figures) {
    Scene scene = paper_scene(options, name);
    if (options.quick) scene.duration = std::min(scene.duration, 0.05);
    RenderOptions render_options;
    render_options.folder = options.folder / "pictures" / name;
    render_options.quiet = true, render_options.motion_files = false;
    render(scene, render_options);
    text += fmt::format("{}: ", what);
    for (const ListenerSpec& listener : scene.listeners)
      text += fmt::format("![{}](pictures/{}/{}.png) ", what, name, listener.name);
    text += "\n\n";
  }
  return text;
}

}  // namespace peal::obrien2001
