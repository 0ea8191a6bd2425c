// A scene as text => its sound in memory: peak pressure at each listener, and how the bar rings.
#include <peal/renderer.h>

#include <cstdio>

namespace {

constexpr const char* kScene = R"({
  "peal": 1, "name": "bar_and_ball", "duration": 1.0, "quality": "draft",
  "listeners": [
    {"name": "near", "kind": "stereo", "position": [0, 0.5, 0.6]},
    {"name": "far", "kind": "mono", "position": [0, 1.5, 5]}
  ],
  "objects": [
    {"name": "bar", "material": "steel", "position": [0, 0.02, 0], "static": true,
     "shape": {"kind": "bar", "size": [0.3, 0.01, 0.04]}},
    {"name": "ball", "material": "steel", "position": [0.1, 0.3, 0], "sound": "none",
     "shape": {"kind": "sphere", "radius": 0.01}}
  ],
  "motion": {"floor": {"material": "concrete"}},
  "sources": [{"kind": "impact"}]
})";

void print_modes(const peal::renderer::Scene& scene) {
  int number = 0;
  for (const peal::renderer::Mode& mode : peal::renderer::modes(scene, "bar")) {
    if (++number > 5) break;
    std::printf("mode %d of the bar: %8.1f Hz, falls by 60 dB in %.2f s\n", number, mode.frequency,
                mode.t60);
  }
}

}  // namespace

int main() try {
  const auto scene = peal::renderer::Scene::from_text(kScene, "bar_and_ball");
  for (const std::string& warning : scene.warnings()) std::printf("%s\n", warning.c_str());

  peal::renderer::RenderOptions options;
  options.watch.progress = [](const std::string& stage, double part) {
    std::fprintf(stderr, "\r%-20s %3.0f %%", stage.c_str(), 100 * part);
    if (part == 1) std::fputc('\n', stderr);
  };
  const auto result = peal::renderer::render(scene, options);

  for (const peal::renderer::ListenerResult& heard : result.listeners)
    std::printf("%s: %d channel(s) at %d Hz, %zu samples, peak %.4g Pa = %.1f dB SPL\n",
                heard.name.c_str(), heard.channels, heard.rate, heard.samples.size(), heard.peak,
                heard.peak_db_spl);
  print_modes(scene);
  return 0;
} catch (const peal::renderer::Cancelled& stopped) {
  std::fprintf(stderr, "%s\n", stopped.what());
  return 130;
} catch (const peal::renderer::Error& error) {  // names file and field
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
