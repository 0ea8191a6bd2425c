#include "io/mesh/gltf_animation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/rotation.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

using Json = nlohmann::json;

// Accessors may overlap, so that the length of the file does not bound what they unpack to.
constexpr std::size_t kMaxNumbers = 100'000'000;

class AnimationReader {
 public:
  explicit AnimationReader(GltfDocument& document) : doc_(document) {}

  GltfAnimation read() {
    for (std::size_t a = 0; a < doc_.list_size("animations"); ++a) {
      const std::string place = fmt::format("/animations/{}", a);
      const Json& json = doc_.item("animations", a, place);
      if (a == 0 && json.contains("extras")) out_.extras = json["extras"];
      const Json& channels = list(json, "channels", place);
      const Json& samplers = list(json, "samplers", place);
      for (std::size_t c = 0; c < channels.size(); ++c)
        add_channel(channels[c], samplers, place, fmt::format("{}/channels/{}", place, c));
    }
    for (const std::size_t accessor : time_accessors_) {
      const auto& times = *numbers_.at({accessor, 1});
      out_.times.insert(out_.times.end(), times.begin(), times.end());
    }
    std::sort(out_.times.begin(), out_.times.end());
    out_.times.erase(std::unique(out_.times.begin(), out_.times.end()), out_.times.end());
    return std::move(out_);
  }

 private:
  const Json& list(const Json& json, const char* key, const std::string& place) const {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) doc_.fail_at(place, "has no list of {}", key);
    return *found;
  }

  void note(const std::string& place, const std::string& text) {
    out_.notes.push_back(fmt::format("{}: {}: {}", doc_.name(), place, text));
  }

  void add_channel(const Json& json, const Json& samplers, const std::string& animation,
                   const std::string& place) {
    if (!json.is_object()) doc_.fail_at(place, "should be an object");
    const auto target = json.find("target");
    if (target == json.end() || !target->is_object()) doc_.fail_at(place, "has no target");
    const auto path = target->find("path");
    if (path == target->end() || !path->is_string()) doc_.fail_at(place + "/target", "has no path");
    const std::string& kind = path->get_ref<const std::string&>();
    const auto node = doc_.index(*target, "node", place + "/target");
    if (kind == "weights")
      return note(place,
                  "morph targets are not animated: the mesh keeps the shape it is stored in");
    if (kind == "pointer")
      return note(place, "KHR_animation_pointer is not read: this channel is left out");
    if (kind != "translation" && kind != "rotation" && kind != "scale")
      doc_.fail_at(place + "/target/path", "'{}' is not known", shown_bytes(kind));
    if (!node) return;  // the specification: ignored
    if (doc_.item("nodes", *node, place + "/target/node").contains("matrix"))
      doc_.fail_at(place,
                   "animates node {}, which has a matrix instead of translation, rotation "
                   "and scale",
                   *node);
    GltfNodeMotion& motion = out_.nodes[*node];
    GltfCurve& curve = kind == "translation" ? motion.translation
                       : kind == "rotation"  ? motion.rotation
                                             : motion.scale;
    if (!curve.empty())
      return note(place, fmt::format("the {} of node {} is animated twice; the first animation "
                                     "counts: export one animation, or bake them into one",
                                     kind, *node));
    const auto sampler = doc_.index(json, "sampler", place);
    if (!sampler || *sampler >= samplers.size())
      doc_.fail_at(place + "/sampler", "should be one of the {} samplers", samplers.size());
    curve = read_curve(samplers[*sampler], kind == "rotation" ? 4 : 3,
                       fmt::format("{}/samplers/{}", animation, *sampler));
  }

  GltfCurve read_curve(const Json& json, std::size_t columns, const std::string& place) {
    if (!json.is_object()) doc_.fail_at(place, "should be an object");
    auto interpolation = GltfInterpolation::linear;
    if (const auto found = json.find("interpolation"); found != json.end()) {
      if (*found == "STEP")
        interpolation = GltfInterpolation::step;
      else if (*found == "CUBICSPLINE")
        interpolation = GltfInterpolation::cubic;
      else if (*found != "LINEAR")
        doc_.fail_at(place + "/interpolation", "should be LINEAR, STEP or CUBICSPLINE");
    }
    const auto input = doc_.index(json, "input", place), output = doc_.index(json, "output", place);
    if (!input || !output) doc_.fail_at(place, "should have input and output");
    const GltfCurve::Numbers times = read_times(*input);
    const GltfCurve::Numbers values = numbers(*output, columns);
    const std::size_t per_key = interpolation == GltfInterpolation::cubic ? 3 : 1;
    if (values->size() != times->size() * columns * per_key)
      doc_.fail_at(place, "{} keys need {} values, but accessor {} has {}", times->size(),
                   times->size() * per_key, *output, values->size() / columns);
    if (columns == 4) check_rotations(*values, per_key, *output);
    return {times, values, columns, interpolation};
  }

  GltfCurve::Numbers read_times(std::size_t accessor) {
    const GltfCurve::Numbers times = numbers(accessor, 1);
    if (!time_accessors_.insert(accessor).second) return times;
    const std::string place = fmt::format("/accessors/{}", accessor);
    if (times->empty()) doc_.fail_at(place, "an animation without keys");
    for (std::size_t k = 0; k < times->size(); ++k) {
      const double t = (*times)[k];
      if (t < 0) doc_.fail_at(place, "key {} is at {} s; times begin at 0", k, t);
      if (k > 0 && !(t > (*times)[k - 1]))
        doc_.fail_at(place, "key {} is at {} s, not after the key before it at {} s", k, t,
                     (*times)[k - 1]);
    }
    return times;
  }

  void check_rotations(const std::vector<double>& values, std::size_t per_key,
                       std::size_t accessor) const {
    const std::size_t step = 4 * per_key;
    for (std::size_t k = per_key == 3 ? 4 : 0; k + 3 < values.size(); k += step) {
      const double length = values[k] * values[k] + values[k + 1] * values[k + 1] +
                            values[k + 2] * values[k + 2] + values[k + 3] * values[k + 3];
      if (!(length > 0.25 && length < 4))
        doc_.fail_at(fmt::format("/accessors/{}", accessor),
                     "the rotation of key {} is no unit quaternion: its length is {:.3g}", k / step,
                     std::sqrt(length));
    }
  }

  GltfCurve::Numbers numbers(std::size_t accessor, std::size_t columns) {
    auto& known = numbers_[{accessor, columns}];
    if (!known) {
      auto read = doc_.read_numbers(accessor, columns == 1   ? "SCALAR"
                                              : columns == 3 ? "VEC3"
                                                             : "VEC4");
      total_ += read.size();
      if (total_ > kMaxNumbers)
        doc_.fail_at("/animations", "hold more than {} numbers: export fewer frames", kMaxNumbers);
      known = std::make_shared<const std::vector<double>>(std::move(read));
    }
    return known;
  }

  GltfDocument& doc_;
  GltfAnimation out_;
  std::map<std::pair<std::size_t, std::size_t>, GltfCurve::Numbers> numbers_;
  std::set<std::size_t> time_accessors_;
  std::size_t total_ = 0;
};

Quat to_quat(const std::array<double, 4>& v) { return normalized(Quat{v[3], v[0], v[1], v[2]}); }

}  // namespace

GltfCurve::Place GltfCurve::find(double time) const {
  const auto& times = *times_;
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return {};
  const auto key = static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end()) return {key, 0, 0};
  const double step = *after - times[key];
  return {key, (time - times[key]) / step, step};
}

std::array<double, 4> GltfCurve::at(std::size_t key, std::size_t part) const {
  const bool cubic = interpolation_ == GltfInterpolation::cubic;
  const double* from = values_->data() + (cubic ? 3 * key + part : key) * columns_;
  std::array<double, 4> out{};
  std::copy_n(from, columns_, out.begin());
  return out;
}

std::array<double, 4> GltfCurve::between(const Place& place) const {
  constexpr std::size_t kIn = 0, kValue = 1, kOut = 2;
  const auto a = at(place.key, kValue);
  if (place.u == 0 || interpolation_ == GltfInterpolation::step) return a;
  const auto b = at(place.key + 1, kValue);
  std::array<double, 4> out{};
  if (interpolation_ == GltfInterpolation::linear) {
    for (std::size_t c = 0; c < columns_; ++c) out[c] = (1 - place.u) * a[c] + place.u * b[c];
    return out;
  }
  const auto leave = at(place.key, kOut), arrive = at(place.key + 1, kIn);
  const double u = place.u, u2 = u * u, u3 = u2 * u;
  for (std::size_t c = 0; c < columns_; ++c)
    out[c] = (2 * u3 - 3 * u2 + 1) * a[c] + place.step * (u3 - 2 * u2 + u) * leave[c] +
             (3 * u2 - 2 * u3) * b[c] + place.step * (u3 - u2) * arrive[c];
  return out;
}

Vec3 GltfCurve::vector_at(double time) const {
  const auto v = between(find(time));
  return {v[0], v[1], v[2]};
}

Quat GltfCurve::rotation_at(double time) const {
  const Place place = find(time);
  if (interpolation_ != GltfInterpolation::linear || place.u == 0) return to_quat(between(place));
  return slerp(to_quat(at(place.key, 1)), to_quat(at(place.key + 1, 1)), place.u);
}

GltfTransform GltfNodeMotion::at(double time, const GltfTransform& rest) const {
  GltfTransform out = rest;
  if (!translation.empty()) out.translation = translation.vector_at(time);
  if (!rotation.empty()) out.rotation = rotation.rotation_at(time);
  if (!scale.empty()) out.scale = scale.vector_at(time);
  return out;
}

GltfAnimation gltf_animation(GltfDocument& document) { return AnimationReader(document).read(); }

}  // namespace peal
