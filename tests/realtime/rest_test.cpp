// Bodies at rest in the engine: loud ones chatter, and their velocity falls linearly, like dry
// friction; nothing is ever given.
#include <gtest/gtest.h>

#include "physics/contact/rest_contact.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

double swing_of(ToyEngine& engine, int object, const PlayBody& body) {
  float swing = 0;
  engine.core().mode_amplitudes(object % 65536, &swing, 1);
  return static_cast<double>(swing) * body.poles[0].im;
}

/// A board of one mode on the ground, pressed by `load` at three of its points.
struct Board {
  Board() : toy(1, 900, 1e-6) {
    toy.body().material.restitution = 0.5;
    toy.body().material.modulus = 7e10;
    EngineLimits limits;
    limits.full_scale = 1e4, limits.inaudible = 1e-12;
    engine = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy}, limits);
    engine->listen({0, 1, 0}, {0, 1, 0});
    object = engine->spawn(0, {0, 0, 0});
    engine->strike(object, {0.03, 0, 0.01}, 1);
    engine->render(20);
    touch = engine->game().contact_begin(object, kGround);
  }
  void lie(double load, int hops) {
    EngineContact state;
    state.normal_force = load;
    for (int n = 0; n < hops; n += 8) {
      engine->game().contact_update(touch, state);
      engine->render(8);
    }
  }
  double amplitude() { return swing_of(*engine, object, toy.body()); }
  ToyBody toy;
  std::unique_ptr<ToyEngine> engine;
  int object = -1, touch = -1;
};

TEST(EngineRest, LoudBodiesFallLikeDryFriction) {
  Board board;
  const double load = 2, e = 0.5;
  Vec3 points[kRestPoints];
  const PlayBody& body = board.toy.body();
  const int count = lowest_points(body.surface.nodes, {0, -1, 0}, 2 * body.bounding_radius, points);
  ASSERT_EQ(count, 3);
  double shapes = 0;
  for (const Vec3& point : points) {
    double shape = 0;
    project(body, point, {0, 1, 0}, &shape);
    shapes += std::abs(shape);
  }
  // da/dt = -sum_k c (1 - e) phi_k^2 (F0/3) / (|phi_k| a) a
  const double slope = kChatterLoss * (1 - e) * load / 3 * shapes;
  board.lie(load, 8);  // it is known to rest
  double last = board.amplitude();
  const double first = last, hops = 40;
  for (int n = 0; n < hops; n += 8) {
    board.lie(load, 8);
    const double now = board.amplitude();
    EXPECT_LT(now, last);
    last = now;
  }
  ASSERT_GT(last, 0.2 * first);
  EXPECT_NEAR((first - last) / (hops * 64 / 48000) / slope, 1, 0.05);
}

TEST(EngineRest, EndsWithTheContactAndWithItsLoad) {
  Board board;
  board.lie(2, 16);
  EXPECT_EQ(board.engine->core().contact_state(board.touch % 65536), EngineContactState::rest);
  board.engine->game().contact_end(board.touch);
  board.engine->render(8);
  const double before = board.amplitude();
  board.engine->render(100);
  EXPECT_NEAR(board.amplitude() / before, 1, 1e-5);
}

}  // namespace
}  // namespace peal
