// The audio part of a body that deforms: from points that move to the pressure at one ear and two,
// 1400 triangles at 48 kHz, one core. Then what the operator of its air takes.
#include "emission/cloud_tape.h"
#include "propagation/cloud_paths.h"
#include "sources/taped/surface_strengths.h"
#include "support/closed_meshes.h"
#include "support/sheet_meshes.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kAudioRate = 48000, kOneEar = 2.5, kTwoEars = 3.5;  // [Hz], [s/s]
constexpr int kBlockSamples = CloudBlock::kSamples;

ShapeSamples ringing(const TriangleMesh& mesh, std::int64_t first) {
  ShapeSamples s;
  s.rate = kAudioRate, s.first = first, s.count = kBlockSamples;
  s.points = static_cast<int>(mesh.vertices.size());
  for (const Vec3& x : mesh.vertices)
    for (int axis = 0; axis < 3; ++axis)
      for (int n = 0; n < kBlockSamples; ++n)
        s.acceleration.push_back(static_cast<float>(
            100 * std::sin(0.05 * static_cast<double>(first + n)) * std::cos(40 * x[axis])));
  for (const Vec3& x : mesh.vertices)
    for (int k = 0; k < kBlockSamples / ShapeSamples::kKnot; ++k)
      s.knots.push_back({x, {0, 0.1, 0}, {}, {}});
  return s;
}

void audio_part(const char* name, const TriangleMesh& mesh) {
  head(fmt::format("{}, {} triangles", name, mesh.triangles.size()));
  const double making =
      best_thread_seconds([&] { SurfaceStrengths(0, mesh, Air{}, kAudioRate, -1); }, 0.01);
  SurfaceStrengths strengths(0, mesh, Air{}, kAudioRate, -1);
  ChunkFile tape = ChunkFile::temporary({});
  ShapeSamples some = ringing(mesh, 0);
  strengths.add(some, tape);  // a block is written when the next has begun
  std::int64_t next = kBlockSamples;
  const double block = kBlockSamples / kAudioRate;  // [s] of sound
  const double writing = best_thread_seconds(
                             [&] {
                               some.first = next;
                               strengths.add(some, tape);
                               next += kBlockSamples;
                             },
                             2) /
                         block;
  CloudBlock heard;
  const double reading = best_thread_seconds([&] { read_cloud(tape, 0, 0, heard); }) / block;
  double hearing[2] = {};
  for (const int ears : {1, 2}) {
    std::vector<TrackedEar> heads;
    for (int i = 0; i < ears; ++i)
      heads.emplace_back(PoseTrack(Pose{{0.2 * i, 1.2, 1}, {}}), Air{}.speed_of_sound);
    std::vector<const TrackedEar*> view;
    for (const TrackedEar& ear : heads) view.push_back(&ear);
    CloudPaths paths(kAudioRate);
    hearing[ears - 1] = best_thread_seconds([&] {
                          Bus bus(kAudioRate, ears);
                          paths.scatter(heard, 0, view, bus);
                        }) /
                        block;
  }
  row(fmt::format("  strengths of {} elements, onto the tape", strengths.elements()), writing,
      "s/s", "");
  row("  off the tape", reading, "s/s", "");
  const double one = writing + reading + hearing[0], two = writing + reading + hearing[1];
  row("all, one ear", one, "s/s", fmt::format("{:.2f} of the limit of 2.5", one / kOneEar));
  row("all, two ears", two, "s/s", fmt::format("{:.2f} of the limit of 3.5", two / kTwoEars));
  row("  operator of its air, once", making, "s", "");
}

}  // namespace
}  // namespace peal::bench

int main() {
  using namespace peal;
  bench::audio_part("closed box", test::box({0.2, 0.1, 0.1}, {17, 10, 10}));
  const SheetDesign sheet = test::rectangle_sheet(0.25, 0.25, 26, 27, 1e-3);
  bench::audio_part("sheet", {sheet.points, {sheet.triangles.begin(), sheet.triangles.end()}});
}
