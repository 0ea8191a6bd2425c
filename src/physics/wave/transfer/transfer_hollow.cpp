#include "physics/wave/transfer/transfer_hollow.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "base/parallel.h"

namespace peal {
namespace {

constexpr std::size_t kMostPlaces = 1000;
constexpr int kRays = 64;
constexpr double kQuantile = 0.9;
constexpr double kTurn = 2.399963229728653;  // the golden angle

double met_again(const TriangleMesh& surface, const TriangleTree& tree, std::size_t t,
                 const Vec3& normal, double far) {
  const Vec3 across = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(normal, across)), v = cross(normal, u);
  const Vec3 from = surface.centroid(t);
  int met = 0;
  for (int i = 0; i < kRays; ++i) {
    const double r2 = (i + 0.5) / kRays, phi = kTurn * i;
    const Vec3 along =
        std::sqrt(r2) * (std::cos(phi) * u + std::sin(phi) * v) + std::sqrt(1 - r2) * normal;
    // Neighbours of a rounded wall, which begin where the ray does, are no hollow.
    met += tree.first_hit(from, along, 1e-3 * far, far, static_cast<int>(t)).has_value();
  }
  return static_cast<double>(met) / kRays;
}

}  // namespace

double enclosed_part(const TriangleMesh& surface, const TriangleTree& tree) {
  struct Place {
    double part = 0, area = 0;
  };
  const std::size_t count = surface.triangles.size();
  const std::size_t stride = std::max<std::size_t>(1, (count + kMostPlaces - 1) / kMostPlaces);
  std::vector<Place> places((count + stride - 1) / stride);
  const double far = 2 * tree.bounds().diagonal();
  parallel_for(places.size(), [&](std::size_t i) {
    const Vec3 area = surface.area_vector(i * stride);
    if (!(norm(area) > 0)) return;
    places[i] = {met_again(surface, tree, i * stride, normalized(area), far), norm(area)};
  });
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.part < b.part; });
  double all = 0, below = 0;
  for (const Place& place : places) all += place.area;
  for (const Place& place : places)
    if ((below += place.area) >= kQuantile * all) return place.part;
  return 0;
}

}  // namespace peal
