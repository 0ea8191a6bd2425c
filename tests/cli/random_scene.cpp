#include "random_scene.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace peal::test {
namespace {

using Json = nlohmann::json;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed * 0x9E3779B97F4A7C15u + 1) {}

  double between(double low, double high) { return low + (high - low) * unit(); }
  /// Every factor of ten is equally likely.
  double spread(double low, double high) {
    return std::clamp(low * std::pow(high / low, unit()), low, high);
  }
  bool chance(double part) { return unit() < part; }
  int one_of(int count) { return static_cast<int>(unit() * count); }
  Json pick(std::initializer_list<Json> list) { return *(list.begin() + one_of(list.size())); }
  /// A vector of the given length in any direction.
  Json vector(double length) {
    const double z = between(-1, 1), turn = between(0, 6.283185307179586), r = std::sqrt(1 - z * z);
    return {length * r * std::cos(turn), length * r * std::sin(turn), length * z};
  }

 private:
  double unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  std::mt19937_64 bits_;
};

double half_size(const Json& shape) {
  if (shape["kind"] == "sphere") return shape["radius"];
  double sum = 0;
  for (const double side : shape["size"]) sum += side * side;
  return std::sqrt(sum) / 2;
}

/// Sizes that bodies in the audible range have are more likely than others.
double random_length(Dice& dice) {
  return dice.chance(0.7) ? dice.spread(5e-3, 5) : dice.spread(1e-4, 100);
}

Json random_shape(Dice& dice) {
  if (dice.chance(0.4)) return {{"kind", "sphere"}, {"radius", random_length(dice)}};
  const double lengthy = random_length(dice);
  Json size = Json::array();
  for (int i = 0; i < 3; ++i)
    size.push_back(std::max(1e-4, lengthy / dice.spread(1, dice.chance(0.05) ? 1e5 : 20)));
  const double thin = std::min({double(size[0]), double(size[1]), double(size[2])});
  return {{"kind", "bar"}, {"size", size}, {"edge_radius", dice.spread(1e-6, 0.49 * thin)}};
}

Json random_material(Dice& dice) {
  Json damping = {{"alpha", dice.chance(0.2) ? 0 : dice.spread(1e-3, 1e5)},
                  {"beta", dice.chance(0.2) ? 0 : dice.spread(1e-12, 1e-2)},
                  {"gamma", dice.chance(0.5) ? 0 : dice.spread(1, 1e12)}};
  if (dice.chance(0.2)) damping = {{"alpha", 0}, {"beta", 0}, {"gamma", 0}};
  Json material = {{"young", dice.spread(1e3, 2e12)},
                   {"poisson", dice.chance(0.1) ? 0.4999 : dice.between(-0.9, 0.49)},
                   {"density", dice.spread(0.1, 30000)},
                   {"damping", damping},
                   {"restitution", dice.pick({0, 0.5, 1, 0.99})},
                   {"friction", dice.pick({0, 0.3, 10})}};
  if (dice.chance(0.5)) {
    material.erase("damping");
    material["loss_factor"] = dice.chance(0.2) ? 0 : dice.spread(1e-6, 1);
    material["loss_exponent"] = dice.between(-1, 1);
    material["thermal"] = {{"expansion", dice.spread(1e-8, 1e-3)},
                           {"heat_capacity", dice.chance(0.2) ? 0 : dice.spread(1, 1e5)},
                           {"conductivity", dice.spread(1e-3, 1e4)}};
  }
  if (dice.chance(0.3)) material["young_across"] = dice.spread(1e3, 2e12);
  return material;
}

Json random_object(Dice& dice, int index, double& place) {
  const Json shape = random_shape(dice);
  const double half = half_size(shape);
  Json object = {{"name", "thing-" + std::to_string(index)}, {"shape", shape}};
  object["material"] =
      dice.pick({"steel", "aluminium", "brass", "glass", "oak", "concrete", "odd", "odd"});
  // In a row with small gaps, or anywhere into the others.
  const bool overlaps = dice.chance(0.1);
  object["position"] = {overlaps ? 0 : place + half, half * dice.between(1, 1.1), 0};
  if (!overlaps) place += 2 * half * dice.between(1.01, 1.3);
  object["rotation"] = {{"axis", dice.vector(1)}, {"angle", dice.between(-360, 360)}};
  if (dice.chance(0.15)) {
    object["static"] = true;
  } else {
    if (dice.chance(0.6)) object["velocity"] = dice.vector(dice.spread(1e-3, 340));
    if (dice.chance(0.6))
      object["spin"] = dice.vector(dice.spread(1e-3, dice.chance(0.2) ? 1e5 : 1e3));
  }
  if (dice.chance(0.1)) object["quality"] = "fine";
  // Solving the wave equation around bodies of any size takes minutes: now and then only.
  if (!dice.chance(0.02)) object["radiation"] = "quick";
  if (dice.chance(0.1)) object["sound"] = "none";
  if (dice.chance(0.1))
    object["fixed"] = {{{"min", {-half, -half, -half}}, {"max", {0, half, half}}}};
  if (dice.chance(0.5)) object["max_frequency"] = dice.spread(20, 192000);
  object["max_modes"] = static_cast<int>(dice.spread(1, dice.chance(0.1) ? 400 : 60));
  return object;
}

Json random_listener(Dice& dice, int index, const Json& objects) {
  Json listener = {{"name", "ear-" + std::to_string(index)}};
  listener["kind"] = dice.pick({"mono", "stereo"});
  if (!objects.empty() && dice.chance(0.5)) {  // inside or on the surface of an object
    const Json& object = objects[dice.one_of(static_cast<int>(objects.size()))];
    listener["position"] = object["position"];
    const bool ball = object["shape"]["kind"] == "sphere";
    if (ball && dice.chance(0.5))
      listener["position"][1] = double(listener["position"][1]) + double(object["shape"]["radius"]);
  } else {
    listener["position"] = dice.vector(dice.spread(1e-3, dice.chance(0.1) ? 1e5 : 30));
  }
  listener["spacing"] = dice.chance(0.5) ? 0 : dice.spread(1e-3, 100);
  if (dice.chance(0.2)) listener["path"] = {{{"time", 0.1}, {"position", listener["position"]}}};
  return listener;
}

Json random_source(Dice& dice, const Json& objects) {
  const int kind = objects.empty() ? 2 : dice.one_of(4);
  if (kind == 0 && !objects.empty()) {
    const Json& object = objects[dice.one_of(static_cast<int>(objects.size()))];
    return {{"kind", "strike"},
            {"object", object["name"]},
            {"time", dice.spread(1e-6, 0.05)},
            {"point", dice.vector(dice.spread(1e-4, 100))},
            {"direction", dice.vector(1)},
            {"impulse", dice.spread(1e-9, 1e4)},
            {"duration", dice.spread(1e-6, 0.1)}};
  }
  if (kind == 2)
    return {{"kind", "tone"},
            {"sphere", dice.pick({"pulsating", "oscillating"})},
            {"radius", dice.spread(1e-4, 10)},
            {"frequency", dice.spread(1, 80000)},
            {"amplitude", dice.spread(1e-6, 1000)},
            {"fade", dice.pick({0, 0.01, 10})},
            {"position", dice.vector(dice.spread(1e-3, dice.chance(0.1) ? 1e4 : 10))},
            {"velocity", dice.vector(dice.chance(0.5) ? 0 : dice.spread(1e-3, 300))}};
  return {{"kind", "impact"}};
}

}  // namespace

nlohmann::json random_scene(std::uint64_t number) {
  Dice dice(number);
  Json scene = {{"peal", 1}, {"name", "random-" + std::to_string(number)}};
  scene["duration"] = dice.spread(dice.chance(0.2) ? 1e-3 : 0.02, 0.2);
  scene["materials"]["odd"] = random_material(dice);
  scene["objects"] = Json::array();
  double place = 0;
  for (int i = dice.one_of(4); i >= 0; --i)
    scene["objects"].push_back(random_object(dice, i, place));
  for (int i = dice.one_of(3); i >= 0; --i)
    scene["listeners"].push_back(random_listener(dice, i, scene["objects"]));
  scene["sources"].push_back(Json{{"kind", "impact"}});
  for (int i = dice.one_of(4); i > 0; --i)
    scene["sources"].push_back(random_source(dice, scene["objects"]));
  Json& motion = scene["motion"];
  motion["step"] = dice.spread(2.5e-5, 2.5e-3);
  motion["gravity"] =
      dice.pick({Json{0, 0, 0}, Json{0, -9.81, 0}, Json{50, 0, 0}, Json{0, -1000, 0}});
  motion["min_closing_speed"] = dice.pick({0, 0.01, 10});
  if (dice.chance(0.7)) {
    motion["floor"]["height"] = dice.chance(0.8) ? 0 : dice.between(-1, 1);
    motion["floor"]["material"] = dice.pick({"odd", "concrete"});
    if (dice.chance(0.3)) motion["floor"]["reflection"] = dice.pick({0, 0.5, 1});
    if (dice.chance(0.3))
      motion["floor"]["covering"] = {{"thickness", dice.spread(1e-4, 10)},
                                     {"flow_resistivity", dice.spread(1e3, 1e8)}};
    if (dice.chance(0.3)) {
      motion["floor"]["kind"] = "plate";
      motion["floor"]["thickness"] = dice.spread(1e-4, 10);
    }
  }
  if (dice.chance(0.2))
    scene["air"] = {{"speed_of_sound", dice.spread(100, 2000)},
                    {"density", dice.spread(0.01, 100)}};
  if (dice.chance(0.2)) scene["mix"]["gain_db"] = dice.between(-200, 100);
  scene["output"] = {{"rate", static_cast<int>(dice.spread(8000, 384000))},
                     {"level", dice.pick({"calibrated", "normalised"})},
                     {"full_scale", dice.spread(1e-6, 1e6)}};
  return scene;
}

}  // namespace peal::test
