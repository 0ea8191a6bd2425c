#include "tools/bodies/modes_study.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "dsp/modal/half_sine_kernel.h"
#include "emission/surface_finder.h"
#include "models/bodies/body_geometry.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

/// Outward unit normals at the nodes of a surface, weighted by area.
std::vector<Vec3> node_normals(const QuadraticSurface& surface) {
  const TriangleMesh flat = linear_surface(surface);
  std::vector<Vec3> normals(surface.nodes.size());
  for (std::size_t t = 0; t < flat.triangles.size(); ++t)
    for (const int v : flat.triangles[t]) normals[v] += flat.area_vector(t);
  for (Vec3& n : normals) n = normalized(n, {0, 1, 0});
  return normals;
}

/// Peak pressure [Pa] of every mode at an ear just after a strike; both in the body frame.
std::vector<double> pressures(const BodySound& body, const Vec3& point, const Vec3& impulse,
                              double duration, const Vec3& ear) {
  std::vector<double> impulses;
  body.project(point, impulse, impulses);
  std::vector<std::complex<double>> weights;
  body.weights(ear, weights);
  std::vector<double> out;
  for (std::size_t i = 0; i < weights.size(); ++i)
    out.push_back(std::abs(weights[i]) *
                  std::sqrt(norm_squared(
                      HalfSinePush<double>(body.poles()[i], impulses[i], duration).at_end())));
  return out;
}

/// The node that sounds fullest when struck along the normal, heard 1 m away on its side: the
/// largest sum of (p^2 T60)^0.3 over the modes, the power law of loudness. The sum of p^2 T60
/// itself would choose a place that drives one mode well, such as the crown of a bell. A few
/// hundred nodes are tried.
std::size_t best_node(const BodySound& body, const std::vector<Vec3>& normals, double duration) {
  constexpr std::size_t kTried = 300;
  const std::vector<Vec3>& nodes = body.model().surface.nodes;
  std::size_t best = 0;
  double most = -1;
  for (std::size_t n = 0; n < nodes.size(); n += nodes.size() / kTried + 1) {
    const auto p = pressures(body, nodes[n], -normals[n], duration, nodes[n] + normals[n]);
    double heard = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      heard += std::pow(p[i] * p[i] / -body.poles()[i].re, 0.3);
    if (heard > most) most = heard, best = n;
  }
  return best;
}

}  // namespace

ModesStudy study_modes(const std::string& name, const BodySoundRequest& request,
                       const StrikeSpec& strike, double from, bool use_cache) {
  ModesStudy study;
  study.name = name;
  study.request = request;
  ModesLibrary library(use_cache ? ModesCache::of_user() : ModesCache());
  const auto start = std::chrono::steady_clock::now();
  const BodySound body(request, library);
  study.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  study.from_cache = library.found() > 0;
  study.model = body.model();
  study.overdamped = body.overdamped();
  study.frame = body_geometry(request.shape)->frame;
  study.impulse = strike.impulse;
  study.duration = strike.duration;
  if (body.modes() == 0) return study;

  const std::vector<Vec3> normals = node_normals(study.model.surface);
  Vec3 point, normal;
  if (strike.point) {
    const SurfacePlace on =
        nearest_surface_place(study.model.surface, study.frame.to_body(*strike.point));
    point = on.position;
    for (int k = 0; k < 6; ++k)
      normal += on.weights[k] * normals[study.model.surface.triangles[on.triangle][k]];
    normal = normalized(normal, {0, 1, 0});
  } else {
    const std::size_t node = best_node(body, normals, strike.duration);
    point = study.model.surface.nodes[node], normal = normals[node];
  }
  const Vec3 push = strike.direction
                        ? normalized(study.frame.turn_to_body(*strike.direction), {0, -1, 0})
                        : -normal;
  const Vec3 ear = strike.listener ? study.frame.to_body(*strike.listener) : point + normal;
  study.point = study.frame.to_own(point);
  study.direction = study.frame.turn_to_own(push);
  study.listener = study.frame.to_own(ear);

  const std::vector<double> heard =
      pressures(body, point, strike.impulse * push, strike.duration, ear);
  for (int i = 0; i < body.modes(); ++i) {
    ModeLine line;
    line.number = i + 1;
    line.frequency = study.model.omega[i] / (2 * kPi);
    line.t60 = t60_from_decay(-body.poles()[i].re);
    line.residual = study.model.residuals[i];
    line.level = 20 * std::log10(heard[i] / kReferencePressure);
    if (line.frequency >= from) study.modes.push_back(line);
  }
  return study;
}

}  // namespace peal
