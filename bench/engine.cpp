// What the real-time engine costs, against its limits: 200 impacts a second over 50 bodies of 60
// modes below a quarter of one core, and every block within its deadline, over a million blocks of
// 128 samples. Two clocks: the thread's own (what the engine needs) and the wall's (what a shared
// machine makes of it). Bodies are made by hand (tests/realtime/toy_world.h): only their number of
// modes matters.
#include <time.h>

#include <algorithm>
#include <string>
#include <vector>

#include "realtime/toy_world.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kRate = 48000, kBlock = 128, kDeadline = kBlock / kRate;
constexpr int kBodies = 50;

double now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Fifty boards on a field of 5 x 2.5 m before the listener, struck at random.
class Field {
 public:
  Field(double decay, bool click) : toy_(60, 400, decay) {
    if (click) toy_.make_click(kRate);
    EngineLimits limits;
    limits.max_objects = limits.max_voices = kBodies;
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
    engine_->core().render_grain();
    engine_->core().render_grain();
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

void share_of_a_core(const std::string& name, bool moving, bool click, int contacts = 0) {
  Field field(6, click);
  const int blocks = static_cast<int>(10 / kDeadline);
  std::vector<int> touching;
  for (int i = 0; i < contacts; ++i)
    touching.push_back(field.engine().game().contact_begin(field.object(i), kGround));
  const double start = now(CLOCK_THREAD_CPUTIME_ID);
  int modes = 0;
  for (int b = 0; b < blocks; ++b) {
    if (contacts == 0 && field.draw(1000) < 533) field.strike();  // 375 blocks a second
    if (moving && b % 6 == 0) field.move();
    for (int i = 0; i < contacts && b % 6 == 0; ++i) {
      EngineContact state;
      state.point = Field::place(i), state.normal_force = 3, state.slip = {0.2, 0, 0};
      field.engine().game().contact_update(touching[i], state);
    }
    field.block();
    modes = std::max(modes, field.counts().modes.load());
  }
  const double share = (now(CLOCK_THREAD_CPUTIME_ID) - start) / 10;
  row(name, 100 * share, "% of one core",
      fmt::format("limit 25 %; {} impacts, {} unheard, up to {} modes",
                  field.counts().impacts.load(), field.counts().unheard.load(), modes));
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

void run() {
  head("Engine, 48 kHz, two ears, 50 bodies of 60 modes, blocks of 128 samples");
  share_of_a_core("200 impacts a second, bodies at rest", false, false);
  share_of_a_core("the same with clicks", false, true);
  share_of_a_core("the same, all bodies move and turn", true, true);
  share_of_a_core("8 sliding contacts, nothing else", false, false, 8);
  a_million_blocks();
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::run(); }
