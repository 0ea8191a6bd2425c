// Banks in few bits: what is lost is what was allowed, wherever it is heard, and forged codes lead
// nobody astray.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"
#include "engine/bank/bank_writer.h"
#include "engine/bank/rice_bits.h"
#include "support/play_fixtures.h"

namespace peal {
namespace {

using test::FixtureBody;

struct alignas(kBankAlignment) Line {
  std::byte bytes[kBankAlignment];
};

struct PackedBank {
  FixtureBody bar{"bar", 12, 0.05}, bell{"bell", 3, 0.1, true};
  BankContents contents;
  std::vector<std::byte> bytes;
  std::vector<Line> lines;
  explicit PackedBank(const BankPrecision& precision) {
    contents.ground = {30e9, 0.5, 0.6, 0};
    contents.bodies = {bar.play, bell.play};
    contents.precision = precision;
    BankError error;
    EXPECT_TRUE(write_bank(contents, bytes, error)) << error.text;
    lines.resize(bytes.size() / kBankAlignment);
    std::memcpy(lines.data(), bytes.data(), bytes.size());
  }
  std::span<std::byte> all() { return {lines.front().bytes, bytes.size()}; }
  void sign() {
    const std::uint64_t hash = bank_hash(all());
    std::memcpy(all().data() + offsetof(BankHeader, hash), &hash, sizeof hash);
  }
};

double relative(std::span<const float> got, std::span<const float> wanted) {
  double off = 0, all = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double a = static_cast<double>(got[i]), b = static_cast<double>(wanted[i]);
    off += (a - b) * (a - b), all += b * b;
  }
  return std::sqrt(off / all);
}

}  // namespace

TEST(RiceBits, GiveBackEveryNumber) {
  const std::vector<std::int32_t> numbers = {
      0,       -1,         1,         5,         -77,  12345, -2,        63,
      1 << 30, -(1 << 30), INT32_MAX, INT32_MIN, 1000, -1000, 123456789, 0};
  for (int k = 0; k < 24; ++k) {
    BitWriter out;
    for (const std::int32_t n : numbers) out.rice(n, k);
    out.bits(5, 3);
    const std::vector<std::uint8_t> bytes = out.take();
    BitReader in(bytes);
    for (const std::int32_t n : numbers) ASSERT_EQ(in.rice(k), n) << k;
    EXPECT_EQ(in.bits(3), 5u);
    EXPECT_FALSE(in.ended());
    for (int i = 0; i < 100; ++i) in.rice(k);
    EXPECT_TRUE(in.ended());
  }
  BitReader nothing({});
  EXPECT_EQ(nothing.rice(3), 0);
  EXPECT_TRUE(nothing.ended());
}

// Rounding to a step: the error is the one that was asked for, of each mode and row by itself.
TEST(PackedBank, LosesWhatWasAllowed) {
  for (const double error : {1e-2, 1e-3, 1e-5}) {
    PackedBank packed({error, error, error});
    Bank bank;
    BankError problem;
    ASSERT_TRUE(bank.open(packed.all(), problem)) << problem.text;
    for (std::size_t b = 0; b < 2; ++b) {
      const PlayBody &got = bank.bodies()[b], &wanted = packed.contents.bodies[b];
      const auto modes = static_cast<std::size_t>(wanted.modes());
      for (std::size_t mode = 0; mode < modes; ++mode) {
        std::vector<float> x, y;
        for (std::size_t i = mode; i < wanted.shapes.size(); i += modes)
          x.push_back(got.shapes[i]), y.push_back(wanted.shapes[i]);
        EXPECT_NEAR(relative(x, y) / error, 1, 0.3);
      }
      const auto count = static_cast<std::size_t>(wanted.click->tables.rows) *
                         static_cast<std::size_t>(wanted.click->samples());
      const double click =
          relative({got.click->tables.data, count}, {wanted.click->tables.data, count});
      EXPECT_LT(click, 1.2 * error);
      EXPECT_GT(click, 0.1 * error);
    }
  }
}

// Degrees that hardly reach far are rounded by themselves: near and far the error is the same part.
TEST(PackedBank, TransfersAreAsGoodFarAwayAsNear) {
  PackedBank packed({1e-3, 1e-3, 1e-3});
  // A near field a million times as strong as what reaches far.
  FixtureBody& bar = packed.bar;
  for (TransferBlock& block : bar.blocks)
    for (int h = 4; h < 16; ++h)
      for (int i = 0; i < 2 * kTransferLane; ++i)
        bar.values[block.first + static_cast<std::size_t>(2 * h * kTransferLane + i)] *= 1e3f;
  BankError problem;
  ASSERT_TRUE(write_bank(packed.contents, packed.bytes, problem)) << problem.text;
  packed.lines.resize(packed.bytes.size() / kBankAlignment);
  std::memcpy(packed.lines.data(), packed.bytes.data(), packed.bytes.size());
  Bank bank;
  ASSERT_TRUE(bank.open(packed.all(), problem)) << problem.text;
  const auto modes = static_cast<std::size_t>(bar.play.modes());
  std::vector<std::complex<double>> got(modes), wanted(modes);
  for (const double distance : {0.06, 0.3, 3.0, 1000.0}) {
    std::vector<double> off(modes), all(modes);
    for (int n = 0; n < 40; ++n) {
      const Vec3 way = normalized(Vec3{std::sin(n), std::cos(2.3 * n), std::sin(1.7 * n + 1)});
      mode_weights(bank.bodies()[0], distance * way, got.data());
      mode_weights(bar.play, distance * way, wanted.data());
      for (std::size_t i = 0; i < modes; ++i)
        off[i] += std::norm(got[i] - wanted[i]), all[i] += std::norm(wanted[i]);
    }
    for (std::size_t i = 0; i < modes; ++i)
      EXPECT_LT(std::sqrt(off[i] / all[i]), 3e-3) << distance << " " << i;
  }
}

TEST(PackedBank, ForgedCodesAreRefusedOrHarmless) {
  PackedBank packed({1e-3, 1e-3, 1e-3});
  int opened = 0, refused = 0;
  const auto look = [&] {
    packed.sign();
    Bank bank;
    BankError error;
    if (!bank.open(packed.all(), error)) {
      ++refused;
      EXPECT_STRNE(error.text, "");
      return;
    }
    ++opened;
    for (const PlayBody& body : bank.bodies()) {
      std::vector<double> seen(static_cast<std::size_t>(body.modes()));
      project(body, Vec3{0.03, 0.04, 0.01}, {1, -2, 3}, seen.data());
      std::vector<std::complex<double>> weights(seen.size());
      mode_weights(body, {0.3, 0.2, 0.1}, weights.data());
      for (const double x : seen) EXPECT_TRUE(std::isfinite(x));
    }
  };
  BankHeader header;
  std::memcpy(&header, packed.all().data(), sizeof header);
  const std::size_t records = header.bodies.offset + 2 * sizeof(BankBodyRecord);
  for (std::size_t i = 8; i < packed.all().size(); i += i < records ? 1 : 61)
    for (const int bits : {0xff, 0x01}) {
      const std::byte before = packed.all()[i];
      packed.all()[i] ^= static_cast<std::byte>(bits);
      look();
      packed.all()[i] = before;
    }
  EXPECT_GT(opened, 100);
  EXPECT_GT(refused, 100);
}

TEST(PackedBank, CodesThatEndTooEarlyAreRefused) {
  PackedBank packed({1e-3, 1e-3, 1e-3});
  BankHeader header;
  std::memcpy(&header, packed.all().data(), sizeof header);
  for (const std::size_t field :
       {offsetof(BankBodyRecord, shape_codes), offsetof(BankBodyRecord, value_codes)}) {
    std::byte* at = packed.all().data() + header.bodies.offset + field;
    BankSpan span, before;
    std::memcpy(&span, at, sizeof span);
    before = span;
    span.count /= 2;
    std::memcpy(at, &span, sizeof span);
    packed.sign();
    Bank bank;
    BankError error;
    EXPECT_FALSE(bank.open(packed.all(), error));
    EXPECT_NE(std::string(error.text).find("codes"), std::string::npos) << error.text;
    std::memcpy(at, &before, sizeof before);
  }
}

}  // namespace peal
