// Boxes fall on a floor in Bullet and ring in Peal: falling <bank> <wav>
// The first body of the bank is used for all of them, as a box of the half sizes given below.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "bullet_listener.h"
#include "wav_file.h"

namespace {
constexpr int kRate = 48000, kSteps = 240 * 3, kFrames = kRate / 240;  // three seconds
const btVector3 kHalfSize(0.1, 0.005, 0.01);

struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld dynamics{&dispatcher, &broadphase, &solver, &configuration};
  btStaticPlaneShape floor_shape{btVector3(0, 1, 0), 0};
  btBoxShape box_shape{kHalfSize};
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  World() {
    box_shape.setMargin(0.001);
    add(0, floor_shape, btTransform::getIdentity());
  }
  ~World() {
    for (auto& body : bodies) dynamics.removeRigidBody(body.get());
  }
  btRigidBody& add(double mass, btCollisionShape& shape, const btTransform& place) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
    bodies.back()->setWorldTransform(place);
    bodies.back()->setRestitution(0.4);
    dynamics.addRigidBody(bodies.back().get());
    return *bodies.back();
  }
};
}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return std::puts("usage: falling <bank> <wav>"), 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> bank{std::istreambuf_iterator<char>(file), {}};
  peal::EngineLimits limits;
  limits.rate = kRate;
  std::string error;
  const auto engine = peal::Engine::create(std::as_bytes(std::span(bank)), limits, error);
  if (!engine) return std::printf("%s: %s\n", arguments[1], error.c_str()), 1;
  engine->set_listener({-0.1, 0.5, 1}, {0.1, 0.5, 1});

  World world;
  BulletListener listener(*engine);
  for (int i = 0; i < 5; ++i) {
    const btQuaternion turned(btVector3(0, 0, 1), 0.2 + 0.3 * i);
    const btTransform place(turned, btVector3(0.3 * i - 0.6, 0.3 + 0.2 * i, 0));
    listener.add(world.add(engine->body_mass(0), world.box_shape, place), 0);
  }
  std::vector<float> left(kFrames), right(kFrames), sound;
  float* const ears[] = {left.data(), right.data()};
  for (int step = 0; step < kSteps; ++step) {
    world.dynamics.stepSimulation(1.0 / 240, 0);  // 0: one step of exactly this length
    listener.after_step(world.dynamics, 1.0 / 240);
    engine->render(ears, kFrames);  // in a game: in the audio callback
    for (int n = 0; n < kFrames; ++n) sound.insert(sound.end(), {left[n], right[n]});
  }
  const peal::EngineStats stats = engine->stats();
  std::printf("%s: %lld impacts, %d voices ring at the end\n", arguments[2],
              static_cast<long long>(stats.impacts), stats.voices);
  return write_wav(arguments[2], sound, 2, kRate) && stats.impacts > 0 ? 0 : 1;
}
