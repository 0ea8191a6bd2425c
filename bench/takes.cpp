// Cost of motion and of takes on the demo scene: a hundred coins, five seconds.
#include <cstdlib>
#include <filesystem>

#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/render.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "table.h"

namespace peal::bench {
namespace {

namespace fs = std::filesystem;

void coins() {
  head("Coins: 100 bodies, 5 s (limits: 90 s cold, 10 s from the take)");
  const auto kinds = source_declarations();
  const Scene scene = load_scene(PEAL_SOURCE_DIR "/scenes/coins.json", kinds);
  const fs::path folder = fs::temp_directory_path() / "peal_bench_takes";
  fs::remove_all(folder);
  RenderOptions options;
  options.folder = folder;
  options.quiet = true;
  setenv("PEAL_CACHE", (folder / "cache").c_str(), 1);  // empty at first: cold is cold
  RenderReport report;
  const double cold = best_seconds([&] { report = render(scene, options); }, 0);
  double motion = 0;
  for (const StageTime& stage : report.stages)
    if (stage.stage == "motion") motion = stage.seconds;
  const double again = best_seconds([&] { report = render(scene, options); }, 0);
  const fs::path file = folder / "motion.take";
  Take take;
  const double read = best_seconds([&] { take = read_take_file(file); }, 0);
  const double write = best_seconds([&] { write_take_file(folder / "copy.take", take); }, 0);
  std::size_t knots = 0;
  for (const PoseTrack& track : take.tracks) knots += track.knots().size();
  const double megabytes = static_cast<double>(fs::file_size(file)) / 1e6;
  row("cold: motion, modes, sound", cold, "s", fmt::format("{:.2f} of the limit", cold / 90));
  row("motion alone", motion, "s",
      fmt::format("{:.1f} x real time, {:.1f} us per body and ms", motion / scene.duration,
                  motion / scene.duration / 100 * 1e3));
  row("from the take: modes, sound", again, "s", fmt::format("{:.2f} of the limit", again / 10));
  row("take file", megabytes, "MB",
      fmt::format("{} knots, {} impacts, {} contact samples", knots, take.impacts.size(),
                  take.contacts.size()));
  row("writing it", write, "s", fmt::format("{:.0f} MB/s", megabytes / write));
  row("reading it", read, "s", fmt::format("{:.0f} MB/s", megabytes / read));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::coins(); }
