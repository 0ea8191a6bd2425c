#include "motion/solids/surface_file.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "io/data/hdf5_file.h"

namespace peal {
namespace {

constexpr double kFastest = 1000;  // [m/s]
constexpr double kFarthest = 1e5;  // [m]
constexpr std::size_t kMostPoints = 1'000'000;

}  // namespace

SurfaceFile::SurfaceFile(const std::filesystem::path& path)
    : name_(path.string()), file_(std::make_unique<Hdf5Reader>(path)) {
  read_head();
  read_surface();
  read_motion_sizes();
}

SurfaceFile::~SurfaceFile() = default;

void SurfaceFile::read_head() {
  if (!file_->has_attribute("format") || file_->text("format") != "peal surface")
    fail("{}: no recorded surface: expected the attribute format = \"peal surface\"", name_);
  if (const std::int64_t version = file_->integer("version"); version != 1)
    fail("{}: version {} of the layout; expected 1", name_, version);
  rate_ = file_->number("rate");
  if (!(rate_ > 0) || !std::isfinite(rate_))
    fail("{}: attribute rate: expected > 0 Hz, got {}", name_, rate_);
  if (rate_ < kLowestRate)
    fail(
        "{}: attribute rate: {:g} frames per second hold nothing above {:g} Hz; expected "
        "velocities "
        "at {:g} Hz or more. Cloth and meshes of animation programs are made for the eye, frame by "
        "frame, and what would be heard was never computed: let the simulator itself take steps of "
        "10 "
        "us or less and write velocities at audio rate",
        name_, rate_, 0.5 * rate_, kLowestRate);
  if (rate_ > 1e7) fail("{}: attribute rate: expected at most 1e7 Hz, got {:g}", name_, rate_);
  if (file_->has_attribute("begin")) begin_ = file_->number("begin");
  if (!(std::abs(begin_) < 1e6))
    fail("{}: attribute begin: expected seconds, got {}", name_, begin_);
  const std::string kind = file_->text("kind");
  if (kind != "closed" && kind != "sheet")
    fail("{}: attribute kind: expected \"closed\" or \"sheet\", got \"{}\"", name_, kind);
  surface_.closed = kind == "closed";
  if (surface_.closed) return;
  surface_.thickness = file_->number("thickness");
  if (!(surface_.thickness > 0 && surface_.thickness < 1))
    fail("{}: attribute thickness: expected the sheet's in metres, got {}", name_,
         surface_.thickness);
}

void SurfaceFile::read_surface() {
  std::vector<std::size_t> shape;
  const std::vector<double> rest = file_->doubles("rest", shape, 2);
  if (shape[1] != 3 || shape[0] < 3 || shape[0] > kMostPoints)
    fail("{}: array 'rest': expected points x 3, got {} x {}", name_, shape[0], shape[1]);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    const Vec3 p{rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]};
    if (!(norm(p) < kFarthest)) fail("{}: array 'rest': point {} is not a place [m]", name_, i);
    surface_.rest.push_back(p);
  }
  const std::vector<std::int32_t> triangles = file_->integers("triangles", shape, 2);
  if (shape[1] != 3 || shape[0] < 1)
    fail("{}: array 'triangles': expected triangles x 3, got {} x {}", name_, shape[0], shape[1]);
  std::map<std::pair<int, int>, int> edges;  // from, to: how often
  for (std::size_t t = 0; t < shape[0]; ++t) {
    std::array<int, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      corners[k] = triangles[3 * t + static_cast<std::size_t>(k)];
      if (corners[k] < 0 || corners[k] >= static_cast<int>(surface_.rest.size()))
        fail("{}: array 'triangles': triangle {} names point {} of {}", name_, t, corners[k],
             surface_.rest.size());
    }
    const auto& [a, b, c] = corners;
    const Vec3 area =
        0.5 * cross(surface_.rest[b] - surface_.rest[a], surface_.rest[c] - surface_.rest[a]);
    if (!(norm(area) > 0)) fail("{}: triangle {} has no area at rest", name_, t);
    for (int k = 0; k < 3; ++k)
      if (++edges[{corners[k], corners[(k + 1) % 3]}] > 1)
        fail(
            "{}: triangle {}: two triangles run along the edge from point {} to {} in the same "
            "direction; turn one round, or take apart what branches",
            name_, t, corners[k], corners[(k + 1) % 3]);
    surface_.triangles.push_back(corners);
  }
  const auto open = std::find_if(edges.begin(), edges.end(), [&](const auto& edge) {
    return !edges.contains({edge.first.second, edge.first.first});
  });
  if (surface_.closed && open != edges.end())
    fail(
        "{}: the surface has a hole at the edge from point {} to {}; close it, or say kind = "
        "\"sheet\"",
        name_, open->first.first, open->first.second);
  if (!surface_.closed && open == edges.end())
    fail("{}: kind is \"sheet\", but the surface is closed; say kind = \"closed\"", name_);
  if (!surface_.closed) return;
  double volume = 0;
  for (const auto& [a, b, c] : surface_.triangles)
    volume += dot(surface_.rest[a], cross(surface_.rest[b], surface_.rest[c])) / 6;
  if (!(volume > 0)) fail("{}: the surface is inside out; turn its triangles round", name_);
}

void SurfaceFile::read_motion_sizes() {
  if (!file_->has_array("velocity"))
    fail(
        "{}: there is no array 'velocity'. Positions alone are not enough: at 48 kHz 32 bits of "
        "them "
        "make 19 m/s^2 of noise, velocities 0.0005; expected frames x points x 3 [m/s]",
        name_);
  std::vector<std::size_t> shape;
  (void)file_->floats("velocity", shape, 3, {0, 1});
  if (shape[1] != points() || shape[2] != 3 || shape[0] < 2)
    fail("{}: array 'velocity': expected frames x {} points x 3, got {} x {} x {}", name_, points(),
         shape[0], shape[1], shape[2]);
  frames_ = static_cast<std::int64_t>(shape[0]);
  key_times_ = file_->doubles("position_time", shape, 1);
  (void)file_->doubles("position", shape, 3, {0, 1});
  if (shape[0] != key_times_.size() || shape[1] != points() || shape[2] != 3 || shape[0] < 2)
    fail("{}: array 'position': expected {} times x {} points x 3, got {} x {} x {}", name_,
         key_times_.size(), points(), shape[0], shape[1], shape[2]);
  for (std::size_t k = 0; k < key_times_.size(); ++k) {
    const double t = key_times_[k];
    const double since = k > 0 ? t - key_times_[k - 1] : 0;
    if (!std::isfinite(t) || since < 0 || (k > 0 && since == 0))
      fail("{}: array 'position_time': time {} is {} s; expected one after the other", name_, k, t);
    if (since > kLongestKey)
      fail("{}: array 'position_time': {:g} s from time {} to the next; expected at most 1 ms",
           name_, since, k - 1);
  }
  if (key_times_.front() > begin_ + kLongestKey || key_times_.back() < end() - kLongestKey)
    fail(
        "{}: positions are there from {:g} to {:g} s, velocities from {:g} to {:g} s; expected "
        "both "
        "all the time",
        name_, key_times_.front(), key_times_.back(), begin_, end());
}

std::vector<float> SurfaceFile::velocities(std::int64_t first, std::int64_t count) const {
  std::vector<std::size_t> shape;
  std::vector<float> v = file_->floats(
      "velocity", shape, 3, {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)});
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!(std::abs(v[i]) < kFastest))
      fail("{}: array 'velocity': frame {}, point {}: {} m/s; expected a speed below 1 km/s", name_,
           first + static_cast<std::int64_t>(i / (3 * points())), i / 3 % points(), v[i]);
  return v;
}

std::vector<double> SurfaceFile::positions(std::int64_t first, std::int64_t count) const {
  std::vector<std::size_t> shape;
  std::vector<double> x = file_->doubles(
      "position", shape, 3, {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)});
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(x[i]) < kFarthest))
      fail("{}: array 'position': time {}, point {}: {} m is no place", name_,
           first + static_cast<std::int64_t>(i / (3 * points())), i / 3 % points(), x[i]);
  return x;
}

}  // namespace peal
