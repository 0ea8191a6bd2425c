#include "physics/geometry/wall_thickness.h"

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"

namespace peal {
namespace {

struct Sample {
  double thickness = -1;  // [m] -1: nothing met
  double facing = 0;      // -n1 . n2
  double area = 0;        // [m^2]
  Vec3 place;
};

WallThickness summary(std::vector<Sample> samples) {
  WallThickness w;
  w.samples = samples.size();
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& a, const Sample& b) { return a.thickness < b.thickness; });
  w.thinnest = samples[0].thickness;
  w.thinnest_place = samples[0].place;
  double area = 0, below = 0;
  for (const Sample& s : samples) area += s.area;
  for (const Sample& s : samples) {
    below += s.area;
    if (w.thin == 0 && 10 * below >= area) w.thin = s.thickness;
    w.typical = s.thickness;
    if (2 * below >= area) break;
  }
  return w;
}

}  // namespace

WallThickness wall_thickness(const TriangleMesh& mesh, const TriangleTree& tree, std::size_t most) {
  const std::size_t count = mesh.triangles.size();
  most = std::max<std::size_t>(most, 1);
  const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / most);
  const double far = 2 * tree.bounds().diagonal();
  std::vector<Sample> samples((count + stride - 1) / stride);
  constexpr std::size_t kChunk = 256;
  parallel_for((samples.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(samples.size(), (chunk + 1) * kChunk); ++i) {
      const std::size_t t = i * stride;
      const Vec3 area = mesh.area_vector(t), inward = -normalized(area), from = mesh.centroid(t);
      if (norm(area) == 0) continue;
      const auto hit = tree.first_hit(from, inward, 0, far, static_cast<int>(t));
      if (!hit) continue;
      samples[i] = {hit->t, dot(inward, normalized(mesh.area_vector(hit->triangle))), norm(area),
                    from + 0.5 * hit->t * inward};
    }
  });
  std::erase_if(samples, [](const Sample& s) { return s.thickness <= 0; });
  if (samples.empty())
    fail("none of {} rays into the surface met an opposite wall; close the surface first", count);
  std::vector<Sample> facing;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(facing),
               [](const Sample& s) { return s.facing > 0.5; });
  if (!facing.empty()) return summary(std::move(facing));
  WallThickness w = summary(std::move(samples));
  w.samples = 0;
  w.facing = false;
  return w;
}

WallThickness wall_thickness(const TriangleMesh& mesh, std::size_t most) {
  return wall_thickness(mesh, TriangleTree(mesh), most);
}

}  // namespace peal
