// Fig. 9: the struck Slinky, waves sorted by their pitch.
#include <fmt/format.h>

#include "base/files/atomic_file.h"
#include "render/render.h"
#include "tools/studies/schweickart2017_parts.h"

namespace peal::schweickart2017 {

std::string make_figure9(const ReproduceOptions& options) {
  Scene scene = paper_scene(options, "slinky_dispersion");
  scene.duration = options.quick ? 0.1 : 1;
  for (ListenerSpec& listener : scene.listeners) listener.kind = ListenerKind::mono;
  RenderOptions render_options;
  render_options.folder = options.folder / "fig9";
  render_options.motion_files = false;
  render_options.quiet = options.quiet;
  const RenderReport report = render(scene, render_options);
  return fmt::format(
      "## Fig. 9: dispersion\n\n![spectrogram](fig9/{})\n\nOurs alone: {} m of wire in 81 turns; "
      "each glide is one way along it.\n",
      report.listeners.at(0).picture.filename().string(), "16.5");
}

}  // namespace peal::schweickart2017
