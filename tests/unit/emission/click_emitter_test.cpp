// Clicks of a body: the same samples however time is cut and whatever they are computed with.
#include "emission/click_emitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "emission/fields/dipole_field.h"
#include "emission/fields/pulse_field.h"
#include "support/click_support.h"

namespace peal {
namespace {

const Air kClickAir;

std::vector<Click> many_clicks(int count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Click> clicks;
  for (int i = 0; i < count; ++i)
    clicks.push_back({0.05 + 0.05 * uniform(random),
                      force_times(ForceProfile::half_sine, 1e-4 * (1.1 + uniform(random)), 1),
                      {{uniform(random), uniform(random), uniform(random)}, {}}});
  return clicks;
}

std::vector<std::vector<float>> emitted(const std::shared_ptr<const ClickField>& field,
                                        const std::vector<Click>& clicks, int stretch, int ears) {
  PoseTrack track;
  for (int k = 0; k <= 120; ++k)
    track.append({k * 1e-3,
                  {{0.3 * k * 1e-3, 0, 0}, Quat::from_axis_angle({0, 1, 2}, 40 * k * 1e-3)},
                  {0.3, 0, 0},
                  {}});
  ClickEmitter emitter("body", field, track, ears);
  for (const Click& click : clicks) emitter.add(click);
  std::vector<test::StillEar> places;
  std::vector<const TimedEar*> view;
  for (int e = 0; e < ears; ++e) places.emplace_back(Vec3{0.1 * e - 0.3, 0.5, 0.2});
  for (const auto& place : places) view.push_back(&place);
  const int count = 6000;
  std::vector<std::vector<float>> out(ears, std::vector<float>(count));
  for (int done = 0; done < count; done += stretch) {
    std::vector<float*> to;
    for (auto& samples : out) to.push_back(samples.data() + done);
    emitter.emit({done - 100, std::min(stretch, count - done)}, view, to);
  }
  return out;
}

TEST(ClickEmitter, SamplesDoNotDependOnHowTimeIsCut) {
  const std::vector<std::shared_ptr<const ClickField>> fields{
      std::make_shared<const DipoleField>(Vec3{0.01, 0.02, 0.005}, 4e-6, kClickAir, 48000),
      std::make_shared<const PulseField>(test::ball_record(0.01, 0.015, 1e-5, 2e-6, kClickAir),
                                         48000)};
  for (const auto& field : fields) {
    const auto whole = emitted(field, many_clicks(200), 6000, 3);
    for (const int stretch : {1, 53, 624}) {
      const auto cut = emitted(field, many_clicks(200), stretch, 3);
      EXPECT_TRUE(cut == whole) << stretch;
    }
    EXPECT_TRUE(emitted(field, many_clicks(200), 100, 1)[0] == whole[0]) << "one ear, three ears";
  }
}

TEST(ClickEmitter, OrderOfArrivalOfClicksDoesNotMatter) {
  const auto field =
      std::make_shared<const DipoleField>(Vec3{0.01, 0.01, 0.01}, 4e-6, kClickAir, 48000);
  auto clicks = many_clicks(50);
  const auto one = emitted(field, clicks, 100, 1);
  std::reverse(clicks.begin(), clicks.end());
  EXPECT_TRUE(emitted(field, clicks, 100, 1) == one);
}

TEST(ClickEmitter, NothingIsHeardBeforeTheLeadAndAfterTheTail) {
  const auto field =
      std::make_shared<const DipoleField>(Vec3{0.05, 0.05, 0.05}, 5e-4, kClickAir, 48000);
  const Click click{0.05, force_times(ForceProfile::half_sine, 1e-4, 1), {{1, 1, 0}, {}}};
  const auto samples = emitted(field, {click}, 6000, 1)[0];
  const PoseTrack track(Pose{});
  const ClickEmitter emitter("body", field, track, 1);
  double peak = 0;
  for (int n = 0; n < 6000; ++n) {
    const double t = (n - 100) / 48000.0;
    if (t < click.time - emitter.lead() || t > click.time + emitter.tail()) {
      EXPECT_EQ(samples[n], 0) << n;
    }
    peak = std::max(peak, static_cast<double>(std::abs(samples[n])));
  }
  EXPECT_GT(peak, 0);
}

TEST(ClickEmitter, ClicksOfThePastAreCutNotLost) {
  const auto field =
      std::make_shared<const DipoleField>(Vec3{0.05, 0.05, 0.05}, 5e-4, kClickAir, 48000);
  const PoseTrack track(Pose{});
  const Click click{-0.0003, force_times(ForceProfile::half_sine, 1e-3, 1), {{1, 0, 0}, {}}};
  const test::StillEar ear({0.3, 0, 0});
  const TimedEar* const ears[] = {&ear};
  std::vector<float> late(200), whole(400);
  float *out_late[] = {late.data()}, *out_whole[] = {whole.data()};
  ClickEmitter begun("a", field, track, 1), early("b", field, track, 1);
  begun.add(click), early.add(click);
  begun.emit({0, 200}, ears, out_late);
  early.emit({-200, 400}, ears, out_whole);
  EXPECT_TRUE(std::equal(late.begin(), late.end(), whole.begin() + 200));
}

TEST(ClickEmitter, BothKernelsAgree) {
  const PulseField field(test::ball_record(0.01, 0.015, 1e-5, 2e-6, kClickAir), 48000);
  std::vector<float> weights(field.most_rows()), a(field.samples()), b(field.samples());
  field.weights({0.1, 0.2, -0.1}, {{1, -2, 3}, {}}, weights);
  const float* rows[] = {weights.data()};
  float *to_a[] = {a.data()}, *to_b[] = {b.data()};
  kClickKernelPortable.sum(field.tables(), 0, field.rows(), nullptr, rows, 1, to_a);
  best_click_kernel().sum(field.tables(), 0, field.rows(), nullptr, rows, 1, to_b);
  double largest = 0;
  for (const float x : a) largest = std::max(largest, static_cast<double>(std::abs(x)));
  for (std::size_t n = 0; n < a.size(); ++n) EXPECT_NEAR(a[n], b[n], 1e-6 * largest);
}

TEST(ClickEmitter, NumbersThatAreNotFiniteStop) {
  const auto field =
      std::make_shared<const DipoleField>(Vec3{0.01, 0.01, 0.01}, 4e-6, kClickAir, 48000);
  const PoseTrack track(Pose{});
  ClickEmitter emitter("body", field, track, 1);
  EXPECT_THROW(emitter.add({0, force_times(ForceProfile::half_sine, 1e-4, 1), {{NAN, 0, 0}, {}}}),
               std::exception);
}

}  // namespace
}  // namespace peal
