#include "base/state_bytes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>

#include "base/pose_track.h"
#include "support/error_of.h"

namespace peal {
namespace {

enum class Colour : std::uint8_t { red, green };

struct Inner {
  bool flag = false;  // padding behind it
  double value = 0;
  Colour colour = Colour::red;
  bool operator==(const Inner&) const = default;
};

class Closed {
 public:
  Closed() = default;
  explicit Closed(int x) : x_(x) {}
  bool operator==(const Closed&) const = default;
  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.x_);
  }

 private:
  int x_ = 0;
};

struct Everything {
  long number = 0;
  std::string text;
  std::vector<double> numbers;
  std::vector<bool> flags;
  std::deque<Inner> queue;
  std::map<std::tuple<int, int, int>, Vec3> map;
  std::unordered_map<std::uint64_t, Quat> table;
  std::pair<Closed, std::vector<std::vector<int>>> pair;
  bool operator==(const Everything&) const = default;
};

Everything example() {
  Everything x;
  x.number = -7;
  x.text = "grüße";
  x.numbers = {0.1, -0.0, std::numeric_limits<double>::denorm_min(), 1e308};
  x.flags = {true, false, true};
  x.queue = {{true, 1.5, Colour::green}, {false, -2, Colour::red}};
  x.map = {{{1, -1, 3}, {1, 2, 3}}, {{0, 5, 2}, {4, 5, 6}}};
  for (std::uint64_t i = 0; i < 50; ++i) x.table[i * 7919 % 50] = {1, 0, 0, double(i)};
  x.pair = {Closed(42), {{1}, {}, {2, 3}}};
  return x;
}

StateWriter written(const Everything& x) {
  StateWriter out;
  out.section("things", 3);
  out(x);
  return out;
}

TEST(StateBytes, ComeBackBitForBit) {
  const Everything x = example();
  const StateWriter out = written(x);
  Everything back;
  back.numbers = {9};  // what was there before is gone
  StateReader in(out.bytes());
  in.section("things", 3);
  in(back);
  in.finish();
  EXPECT_TRUE(back == x);
  EXPECT_TRUE(std::signbit(back.numbers[1])) << "-0 stays -0";
}

// Whatever was in the padding, and in whichever order a table was filled.
TEST(StateBytes, EqualStatesGiveEqualBytes) {
  Everything x = example(), y = example();
  y.table.clear();
  y.table.reserve(1000);
  for (std::uint64_t i = 50; i-- > 0;) y.table[i * 7919 % 50] = {1, 0, 0, double(i)};
  std::memset(static_cast<void*>(&y.queue[0]), 0xff, sizeof(Inner));
  y.queue[0].flag = true, y.queue[0].value = 1.5, y.queue[0].colour = Colour::green;
  const StateWriter a = written(x), b = written(y);
  ASSERT_EQ(a.bytes().size(), b.bytes().size());
  EXPECT_EQ(std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()), 0);
}

TEST(StateBytes, CutOffAnywhereEndsInAnError) {
  const StateWriter out = written(example());
  for (std::size_t length = 0; length < out.bytes().size(); ++length) {
    const std::string text = error_of([&] {
      StateReader in(out.bytes().first(length), "run.checkpoint");
      in.section("things", 3);
      Everything back;
      in(back);
    });
    ASSERT_EQ(text.find("run.checkpoint: cut off"), 0u) << length << ": " << text;
  }
}

TEST(StateBytes, ForeignOnesEndInAnError) {
  StateWriter out = written(example());
  const auto section = [&](const char* name, int version) {
    return error_of([&] { StateReader(out.bytes()).section(name, version); });
  };
  EXPECT_NE(section("thinks", 3).find("expected the state of thinks"), std::string::npos);
  EXPECT_NE(section("things", 4).find("version 3; this program reads version 4"),
            std::string::npos);
  out(1);
  EXPECT_NE(error_of([&] {
              StateReader in(out.bytes());
              in.section("things", 3);
              Everything back;
              in(back);
              in.finish();
            }).find("4 bytes are left over"),
            std::string::npos);
  StateWriter neither;
  neither(std::uint8_t{2});
  EXPECT_NE(error_of([&] {
              bool flag = false;
              StateReader in(neither.bytes());
              in(flag);
            }).find("a yes or no is neither"),
            std::string::npos);
  // A list said to be longer than memory is refused before it is made.
  StateWriter huge;
  huge(std::uint64_t{1} << 61, 1.0);
  std::vector<double> list;
  EXPECT_THROW(StateReader(huge.bytes())(list), Error);
}

}  // namespace
}  // namespace peal
