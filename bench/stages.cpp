// Cost of each stage of the spine: modes, radiation, gathering, the whole demo scene.
#include <filesystem>
#include <vector>

#include "base/parallel.h"
#include "dsp/modal/bank_kernel.h"
#include "emission/body_sound.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/meshing/shape_mesh.h"
#include "propagation/gather.h"
#include "render/render.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kC = 343.2, kRate = 48000;

void modes() {
  head("Modes: mesh, factor, eigenvalues, checks (all modes to 20 kHz)");
  Material aluminium{"aluminium", 70e9, 0.33, 2700, {}, 0.5, 0.3};
  const auto line = [&](const std::string& what, const Shape& shape, MeshLevel level) {
    SolidMesh mesh;
    ModalModel model;
    const double seconds = best_seconds(
        [&] {
          mesh = mesh_shape(shape, level);
          model = analyse(mesh, aluminium);
        },
        0.1);
    row(what, seconds, "s",
        fmt::format("{} nodes, {} modes", mesh.nodes.size(), model.mode_count()));
  };
  const Shape bar = BarShape{{0.2, 0.01, 0.02}, 5e-4}, ball = SphereShape{0.1};
  line("bar 200 x 20 x 10 mm, normal", bar, MeshLevel::normal);
  line("bar 200 x 20 x 10 mm, fine", bar, MeshLevel::fine);
  line("ball of 10 cm, normal", ball, MeshLevel::normal);
  line("ball of 10 cm, fine", ball, MeshLevel::fine);
}

void radiation() {
  head("Radiation, approximate radiation");
  BodySoundRequest request;
  request.shape = BarShape{{0.2, 0.01, 0.02}, 5e-4};
  request.material = {"aluminium", 70e9, 0.33, 2700, {}, 0.5, 0.3};
  const BodySound body(request);
  const double triangles = 4.0 * static_cast<double>(body.model().surface.triangles.size());
  std::vector<std::complex<double>> weights;
  const double once = best_seconds([&] { body.weights({0.3, 0.5, 0.1}, weights); });
  row("weights of one ear", once * 1e6, "us",
      fmt::format("{} modes x {} triangles", body.modes(), triangles));
  row("", once * 1e9 / (body.modes() * triangles), "ns/mode-triangle");
  row("a tumbling body, per ear and second of sound", once * kRate / kHop * 1e3, "ms");
}

void travel() {
  head("Propagation");
  PoseTrack source;
  source.append({0, {{-3, 0, 1}, {}}, {5, 0, 0}, {}});
  source.append({60, {{297, 0, 1}, {}}, {5, 0, 0}, {}});
  const TrackedEar ear(PoseTrack(Pose{{0, 1, 0}, {}}), kC);
  const std::size_t count = 48000;
  const std::vector<float> emission(count + 100, 0.5f);
  std::vector<float> arrival(count);
  const double gathering = best_seconds([&] {
    GatherPath path(source, ear, kRate);
    path.feed(-20, emission);
    path.gather(0, arrival);
  });
  row("gather, moving source", gathering / count * 1e9, "ns/sample",
      fmt::format("{:.0f} paths in real time", count / kRate / gathering));
}

void whole() {
  head("The demo scene, scenes/drop.json, on all cores");
  const Scene scene = load_scene(PEAL_SOURCE_DIR "/scenes/drop.json", source_declarations());
  RenderOptions options;
  options.folder = std::filesystem::temp_directory_path() / "peal-bench";
  options.quiet = true;
  const RenderReport report = render(scene, options);
  double total = 0;
  for (const StageTime& stage : report.stages) {
    row(stage.stage, stage.seconds, "s");
    total += stage.seconds;
  }
  row("total", total, "s",
      fmt::format("{:.2f} times the sound's own length", total / scene.duration));
  std::filesystem::remove_all(options.folder);
}

/// Stems have buses, recorders and files of their own, but one motion and one sound.
void stems() {
  head("Stems in one pass, scenes/keys.json at draft, on all cores, without pictures");
  Scene scene = load_scene(PEAL_SOURCE_DIR "/scenes/keys.json", source_declarations());
  for (ObjectSpec& object : scene.objects) object.quality = MeshLevel::draft;
  RenderOptions options;
  options.folder = std::filesystem::temp_directory_path() / "peal-bench";
  options.quiet = true, options.pictures = false;
  double whole = 0;
  for (const auto& [kind, what] : {std::pair{Stems::none, "none"},
                                   {Stems::objects, "of objects"},
                                   {Stems::mechanisms, "of mechanisms"}}) {
    scene.output.stems = kind;
    std::size_t files = 0;
    double spent = 1e300;
    best_seconds(
        [&] {
          const RenderReport report = render(scene, options);
          files = report.listeners[0].stems.size();
          double sound = 0;  // the motion is kept from the first render on
          for (const StageTime& stage : report.stages)
            if (stage.stage != "motion") sound += stage.seconds;
          spent = std::min(spent, sound);
        },
        5);
    if (kind == Stems::none) whole = spent;
    row(what, spent, "s",
        fmt::format("{} stems, {:.2f} of a render without (limit 1.3)", files, spent / whole));
  }
  std::filesystem::remove_all(options.folder);
}

}  // namespace
}  // namespace peal::bench

int main() {
  peal::bench::modes();
  peal::bench::radiation();
  peal::bench::travel();
  peal::bench::whole();
  peal::bench::stems();
}
