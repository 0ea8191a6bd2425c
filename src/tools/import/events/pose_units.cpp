#include "tools/import/events/pose_units.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr std::size_t kFewest = 6;   // samples that can be trusted
constexpr double kSame = 0.05;       // relative: two neighbouring accelerations are the same
constexpr double kUnitError = 0.06;  // relative: engines integrate with an error of order step
constexpr double kAboveNoise = 6;
constexpr double kFastest = 500;  // [m/s] beyond: not about sound

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Unit {
  double per_metre;
  const char *name, *scale;
};
constexpr Unit kUnits[] = {{100, "centimetres", "0.01"},  {1000, "millimetres", "0.001"},
                           {0.001, "kilometres", "1000"}, {39.3701, "inches", "0.0254"},
                           {3.28084, "feet", "0.3048"},   {10, "decimetres", "0.1"}};

void check_speeds(const PoseTable& table) {
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    const PoseRow &a = table.rows[i - 1], &b = table.rows[i];
    if (a.body != b.body) continue;
    const double speed = norm(b.own.position - a.own.position) / (b.time - a.time);
    if (speed > kFastest)
      fail(
          "{}: '{}' moves at {:.3g} m/s between {:g} s and {:g} s; are the positions in "
          "millimetres "
          "or centimetres (--scale 0.001, --scale 0.01), or the times in milliseconds?",
          table.file, table.bodies[static_cast<std::size_t>(a.body)], speed, a.time, b.time);
  }
}

}  // namespace

// Second differences that equal their neighbour belong to an arc of constant acceleration. Only the
// part of a body's frame origin is seen, so turning bodies drop out by themselves.
FreeFall measure_free_fall(const PoseTable& table, const Vec3& gravity) {
  std::vector<double> parts[3];
  std::size_t expected = 0, run = 0;
  Vec3 before;
  int last_body = -1;
  bool have_before = false;
  const double noise = 4 * table.rounding;  // of 1, -2 and 1 times a rounded number
  // Frames that follow fast are taken so far apart that a fall stands out of the noise.
  const double drop = norm(gravity) * table.step * table.step;
  const double apart = drop > 0 ? std::sqrt(2 * kAboveNoise * noise / drop) : 1;
  const auto stride = static_cast<std::size_t>(std::clamp(std::ceil(apart), 1.0, 50.0));
  for (std::size_t i = 2 * stride; i < table.rows.size(); ++i) {
    const PoseRow &a = table.rows[i - 2 * stride], &b = table.rows[i - stride], &c = table.rows[i];
    const double h = b.time - a.time, k = c.time - b.time;
    if (a.body != c.body || std::abs(h - k) > 0.01 * h) {
      have_before = false;
      continue;
    }
    const Vec3 second = (c.own.position - b.own.position) - (b.own.position - a.own.position);
    const Vec3 acceleration = second / (h * h);
    if (norm(second) > kAboveNoise * noise && have_before &&
        norm(acceleration - before) < (kSame + noise / norm(second)) * norm(acceleration)) {
      for (int d = 0; d < 3; ++d) parts[d].push_back(acceleration[d]);
      const bool falls = norm(acceleration - gravity) < kUnitError * norm(gravity);
      run = falls && a.body == last_body ? run + 1 : falls ? 1 : 0;
      expected = std::max(expected, run);
      last_body = a.body;
    }
    before = acceleration;
    have_before = true;
  }
  FreeFall fall{parts[0].size(), expected, {}};
  if (fall.samples > 0)
    for (int d = 0; d < 3; ++d) fall.acceleration[d] = median(parts[d]);
  return fall;
}

void check_pose_units(PoseTable& table, const Vec3& gravity, double largest_size) {
  const FreeFall fall = measure_free_fall(table, gravity);
  // Others roll, or are animated with a steady acceleration of their own.
  if (fall.expected >= kFewest) return check_speeds(table);
  const double expected = norm(gravity), found = norm(fall.acceleration);
  if (fall.samples >= kFewest && expected > 0 && found > 0) {
    const double ratio = found / expected;
    const auto near = [&](double value) { return std::abs(ratio / value - 1) < kUnitError; };
    for (const Unit& unit : kUnits)
      if (near(unit.per_metre))
        fail("{}: bodies fall with {:.4g} m/s^2: this looks like {}: try --scale {}", table.file,
             found, unit.name, unit.scale);
    for (const double fps : {24., 25., 30., 48., 50., 60., 120., 240., 1000.})
      if (near(1 / (fps * fps)))
        fail("{}: bodies fall with {:.3g} m/s^2: times look like frame numbers; use --fps {}",
             table.file, found, fps);
    if (near(1)) {
      const double along = dot(fall.acceleration, gravity) / (found * expected);
      if (along > 0.9) return;
      if (std::abs(fall.acceleration.z) > 0.9 * found && std::abs(gravity.y) > 0.9 * expected)
        fail("{}: bodies fall along {}z: {}", table.file, fall.acceleration.z < 0 ? "-" : "+",
             fall.acceleration.z < 0 ? "z points up here; use --up z"
                                     : "y points up already; leave --up z out");
    }
    table.warnings.push_back(fmt::format(
        "{}: bodies fall with ({:.3g}, {:.3g}, {:.3g}) m/s^2, but the scene's gravity is ({:.3g}, "
        "{:.3g}, {:.3g}); impacts may be wrong",
        table.file, fall.acceleration.x, fall.acceleration.y, fall.acceleration.z, gravity.x,
        gravity.y, gravity.z));
    return;
  }
  check_speeds(table);
  if (largest_size <= 0) return;
  Vec3 low = table.rows.front().own.position, high = low;
  for (const PoseRow& row : table.rows)
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], row.own.position[d]);
      high[d] = std::max(high[d], row.own.position[d]);
    }
  if (norm(high - low) > 2000 * largest_size)
    table.warnings.push_back(fmt::format(
        "{}: bodies of {:.3g} m are spread over {:.3g} m; are the positions in metres (--scale)?",
        table.file, largest_size, norm(high - low)));
}

}  // namespace peal
