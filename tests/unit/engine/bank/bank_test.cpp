// Banks: what is written is read, and whatever happened to the bytes ends in a sentence.
#include <gtest/gtest.h>

#include <cstring>
#include <new>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"
#include "engine/bank/bank_writer.h"
#include "support/play_fixtures.h"

namespace peal {
namespace {

using test::FixtureBody;

/// Bytes on a boundary, exactly as many as there are: an address sanitizer sees what lies beyond.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> from)
      : size_(from.size()),
        data_(static_cast<std::byte*>(
            ::operator new(std::max<std::size_t>(1, size_), std::align_val_t(kBankAlignment)))) {
    if (size_ > 0) std::memcpy(data_, from.data(), size_);
  }
  ~Bytes() { ::operator delete(data_, std::align_val_t(kBankAlignment)); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  std::span<std::byte> all() { return {data_, size_}; }
  void sign() {
    const std::uint64_t hash = bank_hash(all());
    std::memcpy(data_ + offsetof(BankHeader, hash), &hash, sizeof hash);
  }

 private:
  std::size_t size_;
  std::byte* data_;
};

struct Contents {
  FixtureBody bar{"bar", 12, 0.05}, bell{"bell", 3, 0.1, true};
  BankContents bank;
  std::vector<std::byte> bytes;
  Contents() {
    bank.ground = {30e9, 0.5, 0.6, 0};
    bank.bodies = {bar.play, bell.play};
    bank.objects = {{"bar", 0, false}, {"second bar", 0, true}, {"bell", 1, false}};
    BankError error;
    EXPECT_TRUE(write_bank(bank, bytes, error)) << error.text;
  }
};

std::string error_of(std::span<const std::byte> bytes) {
  Bank bank;
  BankError error;
  if (bank.open(bytes, error)) return "";
  EXPECT_TRUE(bank.bodies().empty() && bank.objects().empty());
  EXPECT_STRNE(error.text, "");
  return error.text;
}

/// Everything that reads a body; a sum that depends on all of it.
double use(const PlayBody& body, std::vector<double>* out = nullptr) {
  std::vector<double> seen(static_cast<std::size_t>(body.modes()));
  SurfacePlace place;
  for (const Vec3& x : {Vec3{0.03, 0.04, 0.01}, {-1, 2, 0.5}, {0, 0, -0.06}}) {
    project(body, x, {1, -2, 3}, seen.data());
    if (out) out->insert(out->end(), seen.begin(), seen.end());
    if (nearest_place(body.surface, x, place) && out) out->push_back(contact_radius(body, place));
    std::vector<std::complex<double>> weights(static_cast<std::size_t>(body.modes()));
    mode_weights(body, 5.0 * x, weights.data());
    for (const auto& w : weights)
      if (out) out->insert(out->end(), {w.real(), w.imag()});
    if (!body.click) continue;
    std::vector<float> rows(static_cast<std::size_t>(body.click->most_rows));
    std::vector<float> sum(static_cast<std::size_t>(body.click->samples()));
    const ClickView view =
        click_weights(*body.click, 5.0 * x, {{1, 2, 3}, {-3, 2, 5}}, rows.data());
    const float* weight = rows.data();
    float* into = sum.data();
    best_click_kernel().sum(body.click->tables, view.first_row, view.rows, view.active, &weight, 1,
                            &into);
    if (out) out->insert(out->end(), sum.begin(), sum.end());
  }
  return static_cast<double>(seen.size());
}

}  // namespace

TEST(Bank, GivesBackWhatWasWritten) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  Bank bank;
  BankError error;
  ASSERT_TRUE(bank.open(bytes.all(), error)) << error.text;
  EXPECT_EQ(bank.rate(), 48000);
  EXPECT_EQ(bank.speed_of_sound(), contents.bank.air.speed_of_sound);
  EXPECT_EQ(bank.ground().modulus, 30e9);
  ASSERT_EQ(bank.bodies().size(), 2u);
  ASSERT_EQ(bank.objects().size(), 3u);
  EXPECT_STREQ(bank.bodies()[1].name, "bell");
  EXPECT_STREQ(bank.objects()[1].name, "second bar");
  EXPECT_TRUE(bank.objects()[1].is_static);
  EXPECT_EQ(bank.find("second bar"), 0);
  EXPECT_EQ(bank.find("bell"), 1);
  EXPECT_EQ(bank.find("cup"), -1);
  EXPECT_EQ(bank.bodies()[0].mass, 0.4);
  EXPECT_EQ(bank.bodies()[0].inertia, (Vec3{4e-4, 5e-4, 6e-4}));
  EXPECT_EQ(bank.bodies()[0].material.roughness.rms, 1e-6);
}

TEST(Bank, SoundsAsTheBodiesDidBitForBit) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  Bank bank;
  BankError error;
  ASSERT_TRUE(bank.open(bytes.all(), error)) << error.text;
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double> before, after;
    use(contents.bank.bodies[i], &before);
    use(bank.bodies()[i], &after);
    EXPECT_EQ(before, after);
    double power = 0;
    for (const double x : before) power += x * x;
    EXPECT_GT(power, 1);
    EXPECT_TRUE(std::isfinite(power));
  }
}

TEST(Bank, SameBodiesAreTheSameBytes) { EXPECT_EQ(Contents().bytes, Contents().bytes); }

TEST(Bank, ArraysLieOnBoundaries) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  Bank bank;
  BankError error;
  ASSERT_TRUE(bank.open(bytes.all(), error));
  for (const PlayBody& body : bank.bodies())
    for (const void* p : {static_cast<const void*>(body.poles.data()),
                          static_cast<const void*>(body.transfer.values.data()),
                          static_cast<const void*>(body.click->tables.data)})
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % kBankAlignment, 0u);
}

TEST(Bank, CutOffAnywhereIsAnError) {
  const Contents contents;
  const std::span<const std::byte> whole = contents.bytes;
  for (std::size_t size = 0; size < whole.size(); size += size < 1000 ? 1 : 997) {
    Bytes bytes(whole.first(size));
    EXPECT_NE(error_of(bytes.all()), "") << size;
    if (size < sizeof(BankHeader)) continue;
    std::memcpy(bytes.all().data() + offsetof(BankHeader, bytes), &size, sizeof size);
    bytes.sign();
    EXPECT_NE(error_of(bytes.all()), "") << size;
  }
}

TEST(Bank, EveryChangedByteIsNoticed) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  for (std::size_t i = 0; i < bytes.all().size(); i += i < 1200 ? 1 : 251) {
    bytes.all()[i] ^= std::byte{0x10};
    EXPECT_NE(error_of(bytes.all()), "") << i;
    bytes.all()[i] ^= std::byte{0x10};
  }
  EXPECT_EQ(error_of(bytes.all()), "");
}

TEST(Bank, SaysWhatIsWrong) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  auto& version = bytes.all()[offsetof(BankHeader, version)];
  version = std::byte{9};
  bytes.sign();
  EXPECT_NE(error_of(bytes.all()).find("version is 9, this engine reads versions 2 to 3"),
            std::string::npos);
  version = std::byte{1};  // of older programs
  bytes.sign();
  EXPECT_NE(error_of(bytes.all()).find("version is 1, this engine reads versions 2 to 3; pack"),
            std::string::npos);
  version = std::byte{kBankVersion};
  bytes.sign();
  EXPECT_NE(error_of(bytes.all().first(bytes.all().size() - 64)).find("cut off"),
            std::string::npos);
  EXPECT_NE(error_of(bytes.all().subspan(8)).find("boundary"), std::string::npos);
  EXPECT_NE(error_of({}).find("not a bank"), std::string::npos);
}

TEST(Bank, RefusesToWriteWhatCouldNotBeRead) {
  Contents contents;
  contents.bank.bodies[1].mass = -1;
  std::vector<std::byte> bytes;
  BankError error;
  EXPECT_FALSE(write_bank(contents.bank, bytes, error));
  EXPECT_NE(std::string(error.text).find("body 1: the mass is -1"), std::string::npos)
      << error.text;
}

// With a hash that fits, whatever is taken for a bank must not lead anybody out of its bytes.
TEST(Bank, ForgedBytesAreRefusedOrHarmless) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  int opened = 0, refused = 0;
  double sum = 0;
  const auto look = [&] {
    bytes.sign();
    Bank bank;
    BankError error;
    if (!bank.open(bytes.all(), error)) {
      ++refused;
      EXPECT_STRNE(error.text, "");
      return;
    }
    ++opened;
    for (const PlayBody& body : bank.bodies()) sum += use(body);
  };
  BankHeader header;
  std::memcpy(&header, bytes.all().data(), sizeof header);
  const auto change = [&](std::size_t i, int bits) {
    const std::byte before = bytes.all()[i];
    bytes.all()[i] ^= static_cast<std::byte>(bits);
    look();
    bytes.all()[i] = before;
  };
  // Header and records byte by byte; of every line of the arrays low and high bytes of integers.
  const std::size_t records = header.objects.offset + 3 * sizeof(BankObjectRecord);
  for (std::size_t i = 8; i < records; ++i)
    for (const int bits : {0xff, 0x80, 0x01}) change(i, bits);
  for (std::size_t line = 0; line < bytes.all().size(); line += kBankAlignment)
    for (const std::size_t i : {1, 3, 7, 41, 42})
      if (line + i >= records) change(line + i, 0x70);
  EXPECT_GT(opened, 100);
  EXPECT_GT(refused, 100);
}

TEST(Bank, SpansBeyondTheEndAreRefused) {
  const Contents contents;
  Bytes bytes(contents.bytes);
  BankHeader header;
  std::memcpy(&header, bytes.all().data(), sizeof header);
  for (const std::size_t field :
       {offsetof(BankBodyRecord, poles), offsetof(BankBodyRecord, nodes),
        offsetof(BankBodyRecord, triangles), offsetof(BankBodyRecord, shapes),
        offsetof(BankBodyRecord, values), offsetof(BankBodyRecord, click)})
    for (const BankSpan& hostile :
         {BankSpan{64, std::uint64_t{1} << 61}, BankSpan{~std::uint64_t{63}, 4},
          BankSpan{bytes.all().size(), 1}, BankSpan{bytes.all().size() - 64, 1000},
          BankSpan{192 + 8, 1}}) {
      std::byte* at = bytes.all().data() + header.bodies.offset + field;
      BankSpan before;
      std::memcpy(&before, at, sizeof before);
      std::memcpy(at, &hostile, sizeof hostile);
      bytes.sign();
      EXPECT_NE(error_of(bytes.all()), "") << field << " " << hostile.offset;
      std::memcpy(at, &before, sizeof before);
    }
}

}  // namespace peal
