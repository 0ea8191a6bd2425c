#include "models/bake/transfer_problem.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rounding.h"

namespace peal {
namespace {

// Copies differ by 1e-16 to 1e-13: that one of millions of numbers falls on the other side of a
// rounding boundary must be rare. The sound does not change at these steps.
constexpr double kPlaceStep = 1e-7, kShapeStep = 4e-6;

double on_grid(double x, double step) { return std::nearbyint(x / step) * step + 0.0; }
Vec3 on_grid(const Vec3& v, double step) {
  return {on_grid(v.x, step), on_grid(v.y, step), on_grid(v.z, step)};
}

void add(Hasher& hasher, std::span<const Vec3> values) {
  hasher.add(values.size());
  for (const Vec3& v : values) hasher.add(v.x).add(v.y).add(v.z);
}

}  // namespace

TransferProblem transfer_problem(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                 const Air& air) {
  TransferProblem out;
  // Vertices that no triangle uses move no air.
  std::vector<int> used, place(surface.vertices.size(), -1);
  for (const auto& triangle : surface.triangles)
    for (const int v : triangle) {
      if (v < 0 || static_cast<std::size_t>(v) >= place.size())
        fail("transfer: a triangle names vertex {} of {}", v, place.size());
      if (place[v] < 0) place[v] = 0, used.push_back(v);
    }
  std::sort(used.begin(), used.end());
  for (std::size_t i = 0; i < used.size(); ++i) {
    place[used[i]] = static_cast<int>(i);
    out.length = std::max(out.length, norm(surface.vertices[used[i]]));
  }
  if (!(out.length > 0 && std::isfinite(out.length)))
    fail("transfer: the surface has no size: {} triangles, {} m", surface.triangles.size(),
         out.length);
  for (const int v : used)
    out.surface.vertices.push_back(on_grid(surface.vertices[v] / out.length, kPlaceStep));
  Hasher body;
  add(body, out.surface.vertices);
  for (const auto& [a, b, c] : surface.triangles) {
    out.surface.triangles.push_back({place[a], place[b], place[c]});
    body.add(std::span<const int>(out.surface.triangles.back()));
  }
  out.body = body.result();

  for (std::size_t i = 0; i < modes.size(); ++i) {
    const ModeShape& mode = modes[i];
    if (mode.shape.size() != surface.vertices.size())
      fail("transfer: mode {} has {} displacements for {} vertices", i, mode.shape.size(),
           surface.vertices.size());
    if (!(mode.omega > 0 && std::isfinite(mode.omega)))
      fail("transfer: mode {} has angular frequency {}; expected > 0 rad/s", i, mode.omega);
    double most = 0;
    for (const int v : used) {
      if (!is_finite(mode.shape[v])) fail("transfer: mode {} moves by what is not a number", i);
      most = std::max(most, norm(mode.shape[v]));
    }
    std::vector<Vec3> shape;
    shape.reserve(used.size());
    for (const int v : used)
      shape.push_back(most > 0 ? on_grid(mode.shape[v] / most, kShapeStep) : Vec3{});
    out.amplitude.push_back(most);
    // As the modes of scaled copies agree.
    out.omega.push_back(nine_digits(mode.omega * out.length / air.speed_of_sound));
    Hasher hasher;
    hasher.add(out.omega.back());
    add(hasher, shape);
    out.modes.push_back(hasher.result());
    out.shapes.push_back(std::move(shape));
  }
  return out;
}

TransferRecord rescaled(const TransferRecord& record, double scale, const Air& air,
                        std::span<const double> amplitude) {
  if (!(scale > 0 && std::isfinite(scale)) || amplitude.size() < record.modes.size())
    fail("transfer: a record of {} modes cannot be scaled by {} with {} amplitudes",
         record.modes.size(), scale, amplitude.size());
  TransferRecord out = record;
  out.air = air;
  out.radius *= scale;
  out.centre *= scale;
  const double faster = air.speed_of_sound / record.air.speed_of_sound;
  const double impedance = faster * air.density / record.air.density;
  for (std::size_t i = 0; i < out.modes.size(); ++i) {
    out.modes[i].omega *= faster / scale;
    const double factor = impedance * amplitude[i];
    for (std::complex<float>& c : out.modes[i].coefficients)
      c = std::complex<float>(factor * std::complex<double>(c));
  }
  return out;
}

TransferRecord to_si(const TransferRecord& unit, const TransferProblem& problem, const Air& air,
                     std::span<const ModeShape> modes) {
  TransferRecord first = unit;
  if (first.modes.size() > modes.size()) first.modes.resize(modes.size());
  TransferRecord out = rescaled(first, problem.length, air, problem.amplitude);
  for (std::size_t i = 0; i < out.modes.size(); ++i) out.modes[i].omega = modes[i].omega;
  return out;
}

}  // namespace peal
