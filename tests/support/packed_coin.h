// A coin of 24 x 1.9 mm as a bank holds it, in an engine of its own: finite-element modes, packed,
// written and read. The rim's radius is the caller's: theory has one, a mesh its own.
#pragma once
#include <peal/engine.h>

#include <cmath>
#include <memory>

#include "base/constants.h"
#include "support/csv_rows.h"
#include "tools/pack/pack_body.h"

namespace peal::test {

inline Material table_material(const std::string& name) {
  Material m;
  m.name = name;
  for (const CsvRow& row : csv_rows("impact/materials.csv"))
    if (row.text("material") == name)
      m.young = row["E"], m.poisson = row["nu"], m.density = row["rho"];
  m.damping = {0, 0, {}};
  m.restitution = 1;
  return m;
}

struct PackedCoin {
  Scene scene;
  ObjectSpec object;
  std::unique_ptr<BodySound> sound;
  std::unique_ptr<PackedBody> packed;
  Vec3 rim, axis;  // body frame: a point of the lower rim, the way up
  PackOptions options;

  PackedCoin() {
    const Material material = table_material("cupronickel");
    scene.materials["cupronickel"] = material;
    object.name = "coin";
    object.shape = CoinShape{0.012, 0.0019, 0, 0.0019};
    object.material = "cupronickel";
    object.geometry = body_geometry(object.shape);
    BodySoundRequest request;
    request.shape = object.shape;
    request.level = MeshLevel::draft;
    request.material = material;
    sound = std::make_unique<BodySound>(request);
    options.precision = {6e-4, 6e-4, 1e-4};
    packed = std::make_unique<PackedBody>(scene, object, sound.get(), nullptr, options);
    axis = rotate_back(object.geometry->frame.axes, Vec3{0, 1, 0});
    const Vec3 across =
        normalized(cross(axis, std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 0, 1}));
    rim = 0.012 * across - 0.00095 * axis;
  }
  const PlayBody& play() const { return packed->play(); }
};

inline const PackedCoin& packed_coin() {
  static const PackedCoin one;
  return one;
}

/// An engine with one coin in its body frame, and what its modes do.
class CoinEngine {
 public:
  /// @param felt with modes that contacts alone feel.
  CoinEngine(const PlayMaterial& ground, double rim_radius, bool felt = true) {
    const PackedCoin& coin = packed_coin();
    BankContents contents;
    contents.ground = ground;
    contents.bodies = {coin.play()};
    contents.precision = coin.options.precision;
    const std::vector<float> curvature(coin.play().surface.nodes.size(),
                                       static_cast<float>(1 / rim_radius));
    contents.bodies[0].curvature = curvature;
    if (!felt) contents.bodies[0].contact_poles = {}, contents.bodies[0].contact_shapes = {};
    contents.objects = {{"coin", 0, false}};
    BankError said;
    if (!write_bank(contents, bytes_, said)) fail("{}", said.text);
    EngineLimits limits;
    limits.inaudible = 1e-15, limits.full_scale = 1e4;
    std::string error;
    engine_ = Engine::create(bytes_, limits, error);
    if (!engine_) fail("{}", error);
    engine_->set_listener({-0.1, 1, 0}, {0.1, 1, 0});
    object_ = engine_->spawn(0);
  }
  std::size_t bank_bytes() const { return bytes_.size(); }
  Engine& engine() { return *engine_; }
  int object() const { return object_; }

  void drop(double speed) {
    const PackedCoin& coin = packed_coin();
    EngineImpact impact;
    impact.a = object_;
    impact.point = {coin.rim.x, coin.rim.y, coin.rim.z};
    impact.normal = {coin.axis.x, coin.axis.y, coin.axis.z};
    impact.closing_speed = speed;
    engine_->impact(impact);
  }
  void render(int hops) {
    std::vector<float> left(64), right(64);
    float* const ears[2] = {left.data(), right.data()};
    for (int n = 0; n < hops; ++n) engine_->render(ears, 64);
    time_ += hops * 64 / 48000.0;
  }
  /// |a| per mode, without what they have lost since the beginning by themselves and to the air.
  std::vector<double> amplitudes() const {
    const PlayBody& body = packed_coin().play();
    std::vector<float> swing(static_cast<std::size_t>(body.modes()));
    std::vector<double> out(swing.size());
    engine_->mode_amplitudes(engine_->dry_row(object_), swing.data(), body.modes());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] =
          static_cast<double>(swing[i]) * body.poles[i].im * std::exp(-body.poles[i].re * time_);
    return out;
  }
  double energy() const {
    double sum = 0;
    for (const double a : amplitudes()) sum += a * a / 2;
    return sum;
  }

 private:
  std::vector<std::byte> bytes_;
  std::unique_ptr<Engine> engine_;
  int object_ = -1;
  double time_ = 0;
};

}  // namespace peal::test
