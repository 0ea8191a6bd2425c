// What the real-time engine costs, against its limits: 200 impacts a second over 50 bodies of 60
// modes below a tenth of one core, a blow of two bodies of 200 modes solved within 30 us, and every
// block within its deadline, over a million blocks of 128 samples. Two clocks: the thread's own
// (what the engine needs) and the wall's (what a shared machine makes of it). Bodies are made by
// hand (tests/realtime/toy_world.h): only their number of modes matters.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "dsp/impact/impact_run.h"
#include "dsp/surface_tree.h"
#include "realtime/toy_world.h"
#include "support/torus.h"
#include "support/tube_surface.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kRate = 48000, kBlock = 128, kDeadline = kBlock / kRate;
constexpr int kBodies = 50;  // of the field

double now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Fifty boards on a field of 5 x 2.5 m before the listener, struck at random.
class Field {
 public:
  Field(double decay, bool click, double floor = 0) : toy_(60, 400, decay) {
    if (click) toy_.make_click(kRate);
    EngineLimits limits;
    limits.max_objects = limits.max_voices = kBodies;
    limits.floor_height = -0.05, limits.floor_reflection = floor;
    engine_ = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy_}, limits);
    engine_->listen({-0.1, 1, 2}, {0.1, 1, 2});
    for (int i = 0; i < kBodies; ++i) objects_[i] = engine_->spawn(0, place(i));
  }
  static EngineVector place(int i) { return {0.5 * (i % 10) - 2.25, 0, -0.5 * (i / 10)}; }
  void strike() {
    const int i = draw(kBodies);
    EngineVector at = place(i);
    at[0] += 0.002 * draw(40), at[2] += 0.002 * draw(20);
    engine_->strike(objects_[i], at, 0.2 + 0.1 * draw(20), draw(128) / kRate);
  }
  void move() {
    for (int i = 0; i < kBodies; ++i) {
      EnginePose pose;
      pose.position = place(i);
      pose.position[1] = 0.001 * draw(100);
      pose.velocity = {0.3, 0, 0}, pose.spin = {0, 5, 0};
      engine_->game().set_pose(objects_[i], pose);
    }
  }
  void block() {
    engine_->take_events();
    engine_->core().render_hop();
    engine_->core().render_hop();
  }
  int draw(unsigned n) {
    random_ = random_ * 1664525u + 1013904223u;
    return static_cast<int>((random_ >> 8) % n);
  }
  const EngineCore::Counts& counts() const { return engine_->counts(); }
  ToyEngine& engine() { return *engine_; }
  int object(int i) const { return objects_[i]; }

 private:
  ToyBody toy_;
  std::unique_ptr<ToyEngine> engine_;
  int objects_[kBodies] = {};
  unsigned random_ = 1;
};

void share_of_a_core(const std::string& name, bool moving, bool click, int contacts = 0,
                     double floor = 0, bool rest = false) {
  Field field(6, click, floor);
  const int blocks = static_cast<int>(10 / kDeadline);
  std::vector<int> touching;
  for (int i = 0; i < contacts; ++i)
    touching.push_back(field.engine().game().contact_begin(field.object(i), kGround));
  const double start = now(CLOCK_THREAD_CPUTIME_ID);
  int modes = 0;
  for (int b = 0; b < blocks; ++b) {
    if ((contacts == 0 || rest) && field.draw(1000) < 533) field.strike();  // 375 blocks a second
    if (moving && b % 6 == 0) field.move();
    for (int i = 0; i < contacts && b % 6 == 0; ++i) {
      EngineContact state;
      state.point = Field::place(i), state.normal_force = 3;
      if (!rest) state.slip = {0.2, 0, 0};
      field.engine().game().contact_update(touching[i], state);
    }
    field.block();
    modes = std::max(modes, field.counts().modes.load());
  }
  const double share = (now(CLOCK_THREAD_CPUTIME_ID) - start) / 10;
  row(name, 100 * share, "% of one core",
      fmt::format("limit {} %; {} impacts, {} unheard, up to {} modes",
                  moving || contacts > 0 ? 25 : 10, field.counts().impacts.load(),
                  field.counts().unheard.load(), modes));
}

/// One blow between two bodies of 200 modes, from rest: the hop in which it begins, which solves it
/// and renders its first samples, less a hop in which both only ring.
void one_impact(const std::string& name, double modulus, double lowest, double shapes) {
  ToyBody body(200, lowest, 60);
  body.scale_shapes(shapes);
  body.body().material.modulus = modulus;
  std::vector<double> begins, rings;
  for (int run = 0; run < 60; ++run) {
    EngineLimits limits;
    limits.max_voices = 4, limits.inaudible = 0;  // voices stay
    ToyEngine engine({&body}, limits);
    engine.listen({-0.1, 1, 2}, {0.1, 1, 2});
    const int a = engine.spawn(0, {0, 0, 0}), b = engine.spawn(0, {0, 0, 0});
    engine.strike(a, {0.05, 0, 0.02}, 1), engine.strike(b, {0.05, 0, 0.02}, 1);
    engine.render(8);  // voices and weights are there
    engine.render(300);
    EngineImpact impact;
    impact.a = a, impact.b = b, impact.point = {0.03, 0, 0.01}, impact.closing_speed = 1;
    engine.game().impact(impact);
    engine.take_events();
    const auto hop = [&] {
      const double start = now(CLOCK_THREAD_CPUTIME_ID);
      engine.core().render_hop();
      return now(CLOCK_THREAD_CPUTIME_ID) - start;
    };
    begins.push_back(hop());
    engine.render(40);
    rings.push_back(hop());
  }
  const auto least = [](const std::vector<double>& x) {
    return *std::min_element(x.begin(), x.end());
  };
  const double cost = least(begins) - least(rings);
  row(name, 1e6 * cost, "us",
      fmt::format("{:.2f} of 30 us; a hop of both that ring {:.0f} us", cost / 30e-6,
                  1e6 * least(rings)));
}

/// The solver alone, without finding places and rendering.
void one_blow(const std::string& name, double shapes) {
  ToyBody toy(200, 400, 60);
  toy.scale_shapes(shapes);
  const PlayBody& body = toy.body();
  const ImpactLadder ladder(body.poles, kRate);
  AlignedVector<double> chi[2], re[2], im[2];
  SurfacePlace place;
  nearest_place(body.surface, {0.03, 0, 0.01}, place);
  for (int s = 0; s < 2; ++s) {
    for (auto* array : {&chi[s], &re[s], &im[s]}) array->resize(ladder.padded());
    project(body, place, {0, s == 0 ? 1.0 : -1.0, 0}, chi[s].data());
  }
  const double mobility_of_both = 2 * mobility(body.mass, body.inertia, place.position, {0, 1, 0});
  const HertzContact hertz =
      hertz_contact({contact_radius(body, place) / 2, 1 / mobility_of_both, 3.5e10}, 1);
  const auto group = std::make_unique<ImpactGroup>();
  const auto force = std::make_unique<BlowForce>();
  int steps = 0;
  const double seconds = best_seconds([&] {
    group->clear();
    StruckPlace touch{{hertz.stiffness, rolling_loss(0.6, 1)}, 0, 1, 0, {}};
    for (int s = 0; s < 2; ++s) {
      std::fill(re[s].begin(), re[s].end(), 0.0);
      std::fill(im[s].begin(), im[s].end(), 0.0);
      touch.side[s] = {group->add(StruckBody{&ladder, re[s].data(), im[s].data()}), chi[s].data()};
    }
    group->add(touch);
    group->set_rigid(0, 0, mobility_of_both);
    BlowForce* const forces[] = {force.get()};
    steps = follow_blows(*group, impact_level(hertz.duration, kRate), kRate, BlowForce::kLongest,
                         forces);
  });
  row(name, 1e6 * seconds, "us",
      fmt::format("{:.2f} of 30 us; {} contacts, {:.1f} contact times, {} steps", seconds / 30e-6,
                  force->contacts, force->samples / (kRate * hertz.duration), steps));
}

/// Everything a large body can ask for at once, as a part of the time that a block may take.
void strikes_at_once(const std::string& name, int modes, int order, bool moving) {
  constexpr int kStrikes = 32;
  ToyBody plate(modes, 100, 6);
  if (order > 0) plate.raise_transfer(order);
  EngineLimits limits;
  limits.max_voices = kStrikes;
  double best = 1e300;
  int starts = 0;
  for (int run = 0; run < 5; ++run) {  // of the worst blocks the best: others share the machine
    ToyEngine engine({&plate}, limits);
    engine.listen({-0.1, 1, 2}, {0.1, 1, 2});
    int objects[kStrikes];
    for (int i = 0; i < kStrikes; ++i) objects[i] = engine.spawn(0, Field::place(i));
    engine.render(2);
    for (int i = 0; i < kStrikes; ++i) {
      EngineVector at = Field::place(i);
      at[0] += 0.03;
      engine.strike(objects[i], at, 1);
    }
    double worst = 0;
    for (int block = 0; block < 100; ++block) {
      for (int i = 0; moving && block % 6 == 0 && i < kStrikes; ++i) {
        EnginePose pose;
        pose.position = Field::place(i);
        pose.position[1] = 0.01 * block, pose.velocity = {0, 0.5, 0}, pose.spin = {0, 5, 0};
        engine.game().set_pose(objects[i], pose);
      }
      const double start = now(CLOCK_THREAD_CPUTIME_ID);
      engine.take_events();
      engine.core().render_hop();
      engine.core().render_hop();
      worst = std::max(worst, now(CLOCK_THREAD_CPUTIME_ID) - start);
    }
    best = std::min(best, worst);
    starts = static_cast<int>(engine.counts().impacts);
  }
  row(name, 1e6 * best, "us worst block",
      fmt::format("{:.2f} of the {:.0f} us that it may take, limit 0.5; {} heard", best / kDeadline,
                  1e6 * kDeadline, starts));
}

void distribution(const std::string& name, std::vector<float>& seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double part) {
    return 1e6 * double(seconds[static_cast<std::size_t>(part * double(seconds.size() - 1))]);
  };
  const auto late = seconds.end() -
                    std::upper_bound(seconds.begin(), seconds.end(), static_cast<float>(kDeadline));
  row(name, at(1), "us worst",
      fmt::format("median {:.1f}, 99.9 % {:.0f}, 99.999 % {:.0f}; deadline {:.0f}: {} of {} late",
                  at(0.5), at(0.999), at(0.99999), 1e6 * kDeadline, late, seconds.size()));
}

// One second of 200 impacts a second, then silence, again and again: a million blocks are 44
// minutes.
void a_million_blocks() {
  constexpr int kBlocks = 1'000'000;
  Field field(60, true);
  std::vector<float> own(kBlocks), wall(kBlocks);  // nothing grows while blocks are timed
  for (int b = 0; b < kBlocks; ++b) {
    if (b % 7500 < 375 && field.draw(1000) < 533) field.strike();
    const double start = now(CLOCK_MONOTONIC), own_start = now(CLOCK_THREAD_CPUTIME_ID);
    field.block();
    own[b] = static_cast<float>(now(CLOCK_THREAD_CPUTIME_ID) - own_start);
    wall[b] = static_cast<float>(now(CLOCK_MONOTONIC) - start);
  }
  distribution("a million blocks, the thread's clock", own);
  distribution("a million blocks, the wall's clock", wall);
  row("impacts in them", double(field.counts().impacts), "");
}

// Where a contact touches: a surface of 3200 triangles, looked at whole and by its boxes.
void surface_search() {
  const test::Torus torus(40, 40);
  const PlaySurface all = torus.surface();
  PlaySurface boxed = all;
  const SurfaceTree tree(boxed);
  tree.attach(boxed);
  const auto time = [&](const PlaySurface& surface) {
    constexpr int kPoints = 100;
    double sum = 0;
    const double seconds = best_seconds([&] {
      for (int n = 0; n < kPoints; ++n) {
        SurfacePlace place;
        nearest_place(surface, 1.001 * torus.nodes[(7919 * n) % torus.nodes.size()], place);
        sum += place.position.x;
      }
    });
    return std::isfinite(sum) ? seconds / kPoints : 0;
  };
  const double whole = time(all), fast = time(boxed);
  row("place on a surface of 3200 triangles", 1e6 * fast, "us",
      fmt::format("{:.1f} us without boxes: {:.0f} times", 1e6 * whole, whole / fast));
}

// On the axis of a tube everything is equally near: the search ends by its bounds.
void search_on_an_axis() {
  const test::TubeSurface tube(64, 96);
  PlaySurface boxed = tube.surface();
  const SurfaceTree tree(boxed);
  tree.attach(boxed);
  SurfacePlace place;
  SurfaceWork work;
  const double seconds = best_seconds([&] { nearest_place(boxed, {0, 0.01, 0}, place, &work); });
  row("place from the axis of a tube of 24576 triangles", 1e6 * seconds, "us",
      fmt::format("{} boxes, {} triangles, {} refined", work.boxes, work.looked, work.refined));
}

void run(bool long_run) {
  head("Engine, 48 kHz, two ears, 50 bodies of 60 modes, blocks of 128 samples");
  share_of_a_core("200 impacts a second, bodies at rest", false, false);
  share_of_a_core("the same with clicks", false, true);
  share_of_a_core("the same, all bodies move and turn", true, true);
  share_of_a_core("at rest with clicks, above a floor that reflects", false, true, 0, 1);
  share_of_a_core("at rest without clicks, 16 of them lie on the ground", false, false, 16, 0,
                  true);
  share_of_a_core("8 sliding contacts, nothing else", false, false, 8);
  one_blow("solving a blow of two bodies of 200 modes, compact", 0.02);
  one_blow("the same, thick", 0.1);
  one_blow("the same, thin", 1);
  one_impact("impact of two bodies of 200 modes, compact: one contact", 7e10, 400, 0.02);
  one_impact("the same, thick: two contacts", 7e10, 400, 0.1);
  one_impact("the same, thin: thirty contact times", 7e10, 400, 1);
  one_impact("the same, soft", 1e8, 400, 1);
  strikes_at_once("32 strikes at once on plates of 200 modes, order 60", 200, 60, false);
  strikes_at_once("the same, all of them move and turn", 200, 60, true);
  strikes_at_once("32 strikes at once on bodies of 60 modes", 60, 0, false);
  surface_search();
  search_on_an_axis();
  if (long_run) a_million_blocks();
}

}  // namespace
}  // namespace peal::bench

// Any argument leaves out the million blocks, which take minutes.
int main(int count, char**) { peal::bench::run(count == 1); }
