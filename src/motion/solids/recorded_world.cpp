#include "motion/solids/recorded_world.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/state_bytes.h"
#include "motion/worlds/shape_cut.h"

namespace peal {
namespace {

constexpr int kRecordedVersion = 1;
constexpr int kHalfWidth = 16;             // samples of the slower rate
constexpr std::int64_t kFramesRead = 512;  // at once
constexpr std::int64_t kKeysRead = 16;

/// Sinc under a Blackman window, u in samples of the slower rate.
double kernel(double u) {
  if (std::abs(u) >= kHalfWidth) return 0;
  const double window =
      0.42 + 0.5 * std::cos(kPi * u / kHalfWidth) + 0.08 * std::cos(2 * kPi * u / kHalfWidth);
  return window * (std::abs(u) < 1e-9 ? 1 : std::sin(kPi * u) / (kPi * u));
}

Vec3 vector_at(const double* numbers, std::size_t point) {
  return {numbers[3 * point], numbers[3 * point + 1], numbers[3 * point + 2]};
}

}  // namespace

SolidSurface recorded_surface(const ObjectSpec& object) {
  SolidSurface surface = SurfaceFile(object.solid.recording).surface();
  for (Vec3& p : surface.rest) p = object.position + rotate(object.rotation, p);
  return surface;
}

RecordedWorld::RecordedWorld(const Scene& scene, const std::vector<int>& objects)
    : scene_(scene), rate_(scene.motion.rod_rate) {
  next_ = static_cast<std::int64_t>(std::ceil(-scene.motion.preroll * rate_ - 1e-9));
  for (const int object : objects) {
    Solid& solid = solids_.emplace_back();
    solid.object = object;
    solid.file = std::make_unique<SurfaceFile>(scene.objects[object].solid.recording);
  }
}

RecordedWorld::Mixture RecordedWorld::at_time(const SurfaceFile& file, double time) const {
  const double slower = std::min(1.0, rate_ / file.rate());  // of both, in frames
  const double at = (time - file.begin()) * file.rate();
  const double reach = kHalfWidth / slower;
  Mixture out;
  out.first = static_cast<std::int64_t>(std::ceil(at - reach));
  double sum = 0;
  for (auto k = out.first; static_cast<double>(k) < at + reach; ++k) {
    out.weights.push_back(kernel(slower * (at - static_cast<double>(k))));
    sum += out.weights.back();
  }
  for (double& w : out.weights) w /= sum;
  return out;
}

std::int64_t RecordedWorld::end_of_window(const Solid& solid) {
  return solid.first_frame +
         static_cast<std::int64_t>(solid.window.size() / (3 * solid.file->points()));
}

/// Beyond the ends the first and the last one.
const float* RecordedWorld::frame(Solid& solid, std::int64_t number) const {
  const SurfaceFile& file = *solid.file;
  number = std::clamp<std::int64_t>(number, 0, file.frames() - 1);
  const std::size_t row = 3 * file.points();
  if (number < solid.first_frame || number > end_of_window(solid) + kFramesRead) {
    solid.first_frame = number;
    solid.window = file.velocities(number, kFramesRead);
  }
  while (number >= end_of_window(solid)) {
    // What is behind by more than twice the longest reach will not be asked for again.
    const double slower = std::min(1.0, rate_ / file.rate());
    const auto kept = static_cast<std::int64_t>(4 * kHalfWidth / slower + 0.01 * file.rate());
    const std::int64_t end = end_of_window(solid);
    const std::int64_t drop =
        std::clamp<std::int64_t>(end - kept - solid.first_frame, 0, end - solid.first_frame);
    solid.window.erase(solid.window.begin(),
                       solid.window.begin() + drop * static_cast<std::int64_t>(row));
    solid.first_frame += drop;
    const std::vector<float> more = file.velocities(end, kFramesRead);
    solid.window.insert(solid.window.end(), more.begin(), more.end());
  }
  return &solid.window[static_cast<std::size_t>(number - solid.first_frame) * row];
}

const double* RecordedWorld::key(Solid& solid, std::int64_t number) const {
  const std::size_t row = 3 * solid.file->points();
  const auto have = static_cast<std::int64_t>(solid.keys.size() / row);
  if (number < solid.first_key || number >= solid.first_key + have) {
    solid.first_key = std::max<std::int64_t>(0, number - 1);
    solid.keys = solid.file->positions(solid.first_key, kKeysRead);
  }
  return &solid.keys[static_cast<std::size_t>(number - solid.first_key) * row];
}

void RecordedWorld::mix(Solid& solid, const Mixture& mixture, std::vector<double>& out) const {
  out.assign(3 * solid.file->points(), 0.0);
  for (std::size_t k = 0; k < mixture.weights.size(); ++k) {
    const float* const v = frame(solid, mixture.first + static_cast<std::int64_t>(k));
    const double w = mixture.weights[k];
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += w * static_cast<double>(v[i]);
  }
}

/// Hermite's cubics between the places that are known, with the velocities there.
std::vector<ShapeSamples::Knot> RecordedWorld::knots_at(Solid& solid, double time) const {
  const SurfaceFile& file = *solid.file;
  const ObjectSpec& object = scene_.objects[solid.object];
  const std::vector<double>& times = file.key_times();
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  const auto k = std::clamp<std::int64_t>(after - times.begin() - 1, 0,
                                          static_cast<std::int64_t>(times.size()) - 2);
  const double step = times[k + 1] - times[k];
  const double u = std::clamp((time - times[k]) / step, 0.0, 1.0);
  const bool moves = time >= file.begin() && time <= file.end();
  std::vector<double> now, from, to;
  mix(solid, at_time(file, times[k]), from);
  mix(solid, at_time(file, times[k + 1]), to);
  mix(solid, at_time(file, time), now);
  const double* const a = key(solid, k);
  const std::vector<double> before(a, a + 3 * file.points());
  const double* const b = key(solid, k + 1);
  std::vector<ShapeSamples::Knot> knots;
  for (std::size_t p = 0; p < file.points(); ++p) {
    const Vec3 x =
        (1 - u) * (1 - u) *
            ((1 + 2 * u) * vector_at(before.data(), p) + u * step * vector_at(from.data(), p)) +
        u * u * ((3 - 2 * u) * vector_at(b, p) + (u - 1) * step * vector_at(to.data(), p));
    const Vec3 v = moves ? vector_at(now.data(), p) : Vec3{};
    knots.push_back(
        {object.position + rotate(object.rotation, x), rotate(object.rotation, v), {}, {}});
  }
  return knots;
}

ShapeSamples RecordedWorld::samples_of(Solid& solid, int count) const {
  const SurfaceFile& file = *solid.file;
  const Quat& turn = scene_.objects[solid.object].rotation;
  ShapeSamples s;
  s.object = solid.object, s.rate = rate_, s.first = next_, s.count = count;
  s.points = static_cast<int>(file.points());
  s.acceleration.assign(3 * file.points() * static_cast<std::size_t>(count), 0.0f);
  std::vector<std::vector<ShapeSamples::Knot>> knots;
  std::vector<double> before, after;
  mix(solid, at_time(file, (static_cast<double>(next_) - 0.5) / rate_), before);
  for (int n = 0; n < count; ++n, before.swap(after)) {
    const std::int64_t sample = next_ + n;
    mix(solid, at_time(file, (static_cast<double>(sample) + 0.5) / rate_), after);
    for (std::size_t p = 0; p < file.points(); ++p) {
      const Vec3 a = rate_ * rotate(turn, vector_at(after.data(), p) - vector_at(before.data(), p));
      for (int axis = 0; axis < 3; ++axis)
        s.acceleration[(3 * p + static_cast<std::size_t>(axis)) * static_cast<std::size_t>(count) +
                       static_cast<std::size_t>(n)] = static_cast<float>(a[axis]);
    }
    if (sample % ShapeSamples::kKnot == 0)
      knots.push_back(knots_at(solid, static_cast<double>(sample) / rate_));
  }
  for (std::size_t p = 0; p < file.points(); ++p)
    for (const auto& all : knots) s.knots.push_back(all[p]);
  return s;
}

void RecordedWorld::advance(double until, const Surroundings& around, MotionBlock& happened) {
  const auto last = static_cast<std::int64_t>(std::floor(until * rate_ - 0.5 + 1e-9));
  const auto count = static_cast<int>(std::max<std::int64_t>(0, last - next_ + 1));
  for (Solid& solid : solids_) {
    ShapeSamples samples = samples_of(solid, count);
    const auto known = std::find_if(
        happened.shapes.begin(), happened.shapes.end(),
        [&](const ShapeSamples& s) { return s.object == solid.object && s.points > 0; });
    append(known == happened.shapes.end() ? happened.shapes.emplace_back() : *known, samples);
    PoseKnot knot;
    for (const ShapeSamples::Knot& k : knots_at(solid, until)) {
      knot.pose.position += k.position / static_cast<double>(solid.file->points());
      knot.velocity += k.velocity / static_cast<double>(solid.file->points());
    }
    knot.time = until;
    knot.pose.rotation = scene_.objects[solid.object].pose().rotation;
    around.tracks[solid.object].append(knot);
  }
  next_ += count;
}

void RecordedWorld::save(StateWriter& out) const {
  out.section("recorded solids", kRecordedVersion);
  out(next_);
}

void RecordedWorld::load(StateReader& in) {
  in.section("recorded solids", kRecordedVersion);
  in(next_);
}

}  // namespace peal
