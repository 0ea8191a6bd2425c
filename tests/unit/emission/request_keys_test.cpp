// Every member of a request counts in its key, or is named here as one that does not. A member that
// is added later does not compile until it is named.
#include <gtest/gtest.h>

#include <set>

#include "emission/body_sound.h"
#include "emission/click_body.h"
#include "models/bake/pulse_cache.h"
#include "models/bake/transfer_library.h"
#include "physics/geometry/imported_body.h"

namespace peal {
namespace {

void change(double& x) { x = 1.25 * x + 0.001; }
void change(int& x) { ++x; }
void change(bool& x) { x = !x; }
void change(std::string& x) { x += "x"; }
void change(Vec3& x) { x.y += 0.001; }
void change(Shape& x) { x = BoxShape{}; }
void change(std::shared_ptr<const BodyGeometry>& x) { x = std::make_shared<const BodyGeometry>(); }
template <class E>
requires std::is_enum_v<E>
void change(E& x) { x = x == E{} ? static_cast<E>(1) : E{}; }

/// Changes one member after the other and says which of them changed the key.
template <class Key, class... Members>
std::vector<bool> counted(const Key& key, Members&... members) {
  const std::string before = key();
  const auto one = [&](auto& member) {
    const auto kept = member;
    change(member);
    const bool other = key() != before;
    member = kept;
    return other;
  };
  std::vector<bool> out;
  (out.push_back(one(members)), ...);
  EXPECT_EQ(key(), before);
  return out;
}

using Yes = std::vector<bool>;

BodySoundRequest request() {
  BodySoundRequest out;
  out.shape = BarShape{};
  out.material.damping.rayleigh = {5, 1e-8, 3};
  out.fixed_boxes = {{{-1, -1, -1}, {-0.09, 1, 1}, {true, true, true}}};
  return out;
}

/// The same members for the key of a sound and for that of its modes.
template <class Key>
void check_modes_request(BodySoundRequest& r, const Key& key, const Yes& damping) {
  auto& [shape, level, material, max_frequency, max_modes, boxes, grain] =
      static_cast<BodyModesRequest&>(r);
  EXPECT_EQ(counted(key, shape, level, max_frequency, max_modes), Yes(4, true));
  auto& [name, young, poisson, density, decay, restitution, friction, across, thermal, making] =
      material;
  EXPECT_EQ(counted(key, young, poisson, density), Yes(3, true));
  EXPECT_EQ(counted(key, name, restitution, friction, making), Yes(4, false));
  EXPECT_EQ(counted(key, across, grain.x, grain.z),
            (Yes{true, false, false}));  // where there is one
  across = 1e9, grain = {1, 0, 1};
  EXPECT_EQ(counted(key, across, grain.x, grain.z), Yes(3, true));
  across = 0, grain = {};
  auto& [loss_factor, exponent, rayleigh] = decay;
  auto& [alpha, beta, gamma] = *rayleigh;
  auto& [expansion, heat_capacity, conductivity] = thermal;
  EXPECT_EQ(counted(key, loss_factor, exponent, alpha, beta, gamma, expansion, heat_capacity,
                    conductivity),
            damping);
  const auto terms = rayleigh;
  const std::string with_terms = key();
  rayleigh.reset();
  EXPECT_EQ(key() != with_terms, damping[0]);
  rayleigh = terms;
  auto& [min, max, held] = boxes[0];
  EXPECT_EQ(counted(key, min, max, held[0], held[1], held[2]), Yes(5, true));
  const std::string before = key();
  boxes.push_back(boxes[0]);
  EXPECT_NE(key(), before);
  boxes.pop_back();
}

TEST(RequestKeys, OfTheSoundOfABody) {
  BodySoundRequest r = request();
  const auto key = [&] { return body_sound_key(r); };
  check_modes_request(r, key, Yes(8, true));
  EXPECT_EQ(counted(key, r.air.speed_of_sound, r.air.density, r.radiation), Yes(3, true));
  EXPECT_EQ(counted(key, r.copy.spread.pitch, r.copy.spread.damping), Yes(2, false));  // shared
}

// Damping comes after the analysis; young, density and size enter with the limit.
TEST(RequestKeys, OfModes) {
  BodySoundRequest r = request();
  const auto key = [&] { return ModesLibrary().key_of(r); };
  check_modes_request(r, key, Yes(8, false));
  EXPECT_EQ(counted(key, r.air.speed_of_sound, r.air.density, r.radiation), Yes(3, false));
}

TEST(RequestKeys, OfModesOfAMesh) {
  BodySoundRequest r = request();
  const auto imported = [](const char* hash) {
    ImportedBody body;
    body.content_hash = hash;
    return std::make_shared<const ImportedBody>(body);
  };
  r.shape = MeshShape{"one.obj", 1, UpAxis::y, 0.001, imported("one")};
  auto& [file, scale, up, shell_thickness, body] = std::get<MeshShape>(r.shape);
  for (const bool modes : {false, true}) {
    const auto key = [&] { return modes ? ModesLibrary().key_of(r) : body_sound_key(r); };
    EXPECT_EQ(counted(key, scale, up, shell_thickness), Yes(3, true));
    EXPECT_EQ(counted(key, file), Yes{false});
    const std::string before = key();
    body = imported("other");
    EXPECT_NE(key(), before);
    body = imported("one");
  }
}

TEST(RequestKeys, OfClicks) {
  ClickRequest r;
  r.shape = BarShape{};
  auto& [name, shape, geometry, level, air, max_frequency, method, may_be_proxy] = r;
  auto& [speed_of_sound, density] = air;
  const auto key = [&] { return click_key(r); };
  max_frequency = 40000;  // the rate grows in steps
  EXPECT_EQ(
      counted(key, shape, level, speed_of_sound, density, max_frequency, method, may_be_proxy),
      Yes(7, true));
  EXPECT_EQ(counted(key, name, geometry), Yes(2, false));
}

const TriangleMesh kTetrahedron{{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}},
                                {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

TEST(RequestKeys, OfPulses) {
  PulseRequest r;
  auto& [air, quality, max_frequency, cell, pulse, tail_energy, longest, longest_stepped] = r;
  auto& [speed_of_sound, density] = air;
  EXPECT_EQ(counted([&] { return pulse_key(kTetrahedron, r); }, speed_of_sound, density, quality,
                    max_frequency, cell, pulse, tail_energy, longest, longest_stepped),
            Yes(9, true));
}

// The air's density only scales the record, the scale is for messages.
TEST(RequestKeys, OfTransfers) {
  TransferRequest r;
  const std::vector<Vec3> shape(4, Vec3{0, 1, 0});
  const std::vector<ModeShape> modes{{3000, shape}};
  auto& [air, quality, most_seconds, shown_scale] = r;
  auto& [speed_of_sound, density] = air;
  const auto key = [&] { return transfer_key(transfer_problem(kTetrahedron, modes, r.air), r); };
  EXPECT_EQ(counted(key, speed_of_sound, quality, most_seconds), Yes(3, true));
  EXPECT_EQ(counted(key, density, shown_scale), Yes(2, false));
}

}  // namespace
}  // namespace peal
