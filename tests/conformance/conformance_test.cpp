// What every source kind must keep, tested on the example scene each kind brings with it. A new
// kind is tested here without a change to this file.
#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "support/rendered.h"

namespace peal {
namespace {

class Conformance : public testing::TestWithParam<SourceKind> {};

TEST_P(Conformance, ExampleIsAGoodScene) {
  const Scene scene = test::scene_from(GetParam().example);
  EXPECT_TRUE(scene.warnings.empty());
  ASSERT_FALSE(scene.sources.empty());
  EXPECT_EQ(scene.sources[0].kind, GetParam().declaration.name);
}

TEST_P(Conformance, ExampleSoundsAndIsFinite) {
  const auto got = test::render_text(GetParam().example);
  double peak = 0;
  for (double x : got.sounds[0].channels[0]) {
    ASSERT_TRUE(std::isfinite(x));
    peak = std::max(peak, std::abs(x));
  }
  EXPECT_GT(peak, 2e-5) << "below 0 dB SPL";
  EXPECT_LT(peak, 200) << "above 140 dB SPL";
}

TEST_P(Conformance, SamplesDoNotDependOnBlocksOrThreads) {
  set_thread_limit(2);
  const auto reference = test::render_text(GetParam().example, 0.1);
  for (double block : {0.0011, 0.013}) {
    set_thread_limit(1);
    EXPECT_TRUE(test::render_text(GetParam().example, block).bytes == reference.bytes) << block;
  }
  set_thread_limit(2);
}

TEST_P(Conformance, FartherIsQuieter) {
  Scene scene = test::scene_from(GetParam().example);
  const auto peak_at = [&](double stretch) {
    Scene moved = scene;
    moved.listeners[0].position *= stretch;
    const test::TemporaryFolder folder;
    RenderOptions options;
    options.folder = folder.path();
    options.pictures = false, options.quiet = true;
    return render(moved, options).listeners[0].written.peak_pa;
  };
  const double near = peak_at(1), far = peak_at(8);
  EXPECT_LT(far, near / 4);
  EXPECT_GT(far, near / 64);
}

TEST_P(Conformance, FieldsAreExplained) {
  for (const auto& field : GetParam().declaration.settings->fields())
    EXPECT_GT(field.sentence.size(), 4u) << field.name;
  EXPECT_GT(GetParam().declaration.sentence.size(), 10u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Conformance, testing::ValuesIn(source_kinds()),
                         [](const auto& kind) { return kind.param.declaration.name; });

}  // namespace
}  // namespace peal
