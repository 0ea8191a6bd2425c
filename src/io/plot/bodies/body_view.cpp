#include "io/plot/bodies/body_view.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr double kUsualAzimuth = 35, kUsualElevation = 26;  // [degrees]

BodyView make_view(double azimuth, double elevation) {
  const double a = azimuth * kPi / 180, e = elevation * kPi / 180;
  BodyView view;
  view.toward = {std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
  view.right = {std::cos(a), 0, -std::sin(a)};
  view.up = cross(view.toward, view.right);
  return view;
}

// Surface turned to the viewer, as seen. Hidden parts count too: good, the inside of a bowl is
// worth climbing for.
double shown_area(std::span<const Vec3> areas, const Vec3& toward) {
  double sum = 0;
  for (const Vec3& a : areas) sum += std::abs(dot(a, toward));
  return sum;
}

}  // namespace

BodyView choose_view(const BodySurface& surface, const BodyPictureOptions& options) {
  for (const auto& [name, angle, limit] :
       {std::tuple{"azimuth", options.azimuth, 360.0}, {"elevation", options.elevation, 90.0}})
    if (angle && !(std::abs(*angle) <= limit))
      fail("picture: {}: expected -{} to {} degrees, got {}", name, limit, limit, *angle);

  std::vector<Vec3> areas;
  for (const auto& [a, b, c] : surface.triangles)
    areas.push_back(cross(surface.vertices[b] - surface.vertices[a],
                          surface.vertices[c] - surface.vertices[a]));
  std::vector<double> azimuths = {35, -35, 25, -25, 45, -45, 55, -55, 65, -65};
  std::vector<double> elevations = {26, 18, 34, 42, 50};
  if (options.azimuth) azimuths = {*options.azimuth};
  if (options.elevation) elevations = {*options.elevation};

  struct Candidate {
    double azimuth, elevation, area;
  };
  std::vector<Candidate> candidates;
  double most = 0;
  for (const double elevation : elevations)
    for (const double azimuth : azimuths) {
      const double area = shown_area(areas, make_view(azimuth, elevation).toward);
      candidates.push_back({azimuth, elevation, area});
      most = std::max(most, area);
    }
  const auto score = [&](const Candidate& c) {
    const double turned = std::abs(c.azimuth) / kUsualAzimuth - 1;
    const double raised = c.elevation / kUsualElevation - 1;
    // The last term decides between mirror images: rounding must not.
    return (most > 0 ? c.area / most : 0) - 0.12 * turned * turned - 0.35 * raised * raised -
           (c.azimuth < 0 ? 0.03 : 0);
  };
  const Candidate best = *std::max_element(
      candidates.begin(), candidates.end(),
      [&](const Candidate& a, const Candidate& b) { return score(a) < score(b); });
  return make_view(best.azimuth, best.elevation);
}

Box projected_box(const BodyView& view, std::span<const Vec3> points) {
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  for (const Vec3& p : points) {
    const double x = dot(view.right, p), y = dot(view.up, p);
    left = std::min(left, x), right = std::max(right, x);
    low = std::min(low, y), high = std::max(high, y);
  }
  return {left, low, right - left, high - low};
}

}  // namespace peal
