// Modes that contacts alone feel, in banks: written and read, exact and packed; banks of version 2,
// which have none and no loss factors, are read as before.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"
#include "engine/bank/bank_writer.h"
#include "support/play_fixtures.h"

namespace peal {
namespace {

struct alignas(kBankAlignment) BankLine {
  std::byte bytes[kBankAlignment];
};

/// Two bodies, the second with twelve modes above what is heard.
struct FeltContents {
  test::FixtureBody bar{"bar", 12, 0.05}, coin{"coin", 3, 0.1, true};
  std::vector<Complex<double>> poles;
  std::vector<float> shapes;
  BankContents bank;
  explicit FeltContents(bool felt = true) {
    bank.ground = {30e9, 0.5, 0.6, 0};
    if (felt) bank.ground.loss = 0.02, bank.ground.yield = 1e-3;
    bank.bodies = {bar.play, coin.play};
    bank.objects = {{"bar", 0, false}, {"coin", 1, false}};
    bank.bodies[1].material.loss = felt ? 3e-4 : 0;
    if (!felt) return;
    for (int i = 0; i < 12; ++i) poles.push_back({-300.0 - i, 2e5 + 3e4 * i});
    for (std::size_t n = 0; n < 36 * coin.play.surface.nodes.size(); ++n)
      shapes.push_back(static_cast<float>(std::cos(0.37 * static_cast<double>(n))));
    bank.bodies[1].contact_poles = poles, bank.bodies[1].contact_shapes = shapes;
  }
  std::vector<BankLine> write() const {
    std::vector<std::byte> bytes;
    BankError error;
    EXPECT_TRUE(write_bank(bank, bytes, error)) << error.text;
    std::vector<BankLine> lines(bytes.size() / kBankAlignment);
    std::memcpy(lines.data(), bytes.data(), bytes.size());
    return lines;
  }
};

std::span<std::byte> bytes_of(std::vector<BankLine>& lines) {
  return {lines.front().bytes, lines.size() * kBankAlignment};
}

TEST(FeltModes, ComeBackFromABank) {
  for (const double error : {0.0, 1e-3}) {
    FeltContents contents;
    contents.bank.precision.shapes = error;
    std::vector<BankLine> lines = contents.write();
    Bank bank;
    BankError said;
    ASSERT_TRUE(bank.open(bytes_of(lines), said)) << said.text;
    EXPECT_EQ(bank.ground().loss, 0.02);
    EXPECT_EQ(bank.ground().yield, 1e-3);
    EXPECT_EQ(bank.bodies()[0].felt_modes(), 12);
    const PlayBody& coin = bank.bodies()[1];
    EXPECT_EQ(coin.material.loss, 3e-4);
    EXPECT_EQ(coin.modes(), 3);
    ASSERT_EQ(coin.felt_modes(), 15);
    EXPECT_EQ(coin.contact_poles[11].im, contents.poles[11].im);
    ASSERT_EQ(coin.contact_shapes.size(), contents.shapes.size());
    SurfacePlace place;
    ASSERT_TRUE(nearest_place(coin.surface, {0.03, 0.02, 0.1}, place));
    std::vector<double> heard(3), felt(15), wanted(15);
    project(coin, place, {0.1, 0.2, 0.9}, heard.data());
    project_felt(coin, place, {0.1, 0.2, 0.9}, felt.data());
    project_felt(contents.bank.bodies[1], place, {0.1, 0.2, 0.9}, wanted.data());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(heard[i], felt[i]);
    for (int i = 0; i < 15; ++i) EXPECT_NEAR(felt[i], wanted[i], 1e-12 + 10 * error);
    EXPECT_NE(felt[14], 0);
  }
}

/// What an older program wrote: shorter header and records, everything else where it is.
TEST(FeltModes, BanksWithoutThemAreReadAsBefore) {
  const FeltContents contents(false);
  std::vector<BankLine> lines = contents.write();
  const std::span<std::byte> bytes = bytes_of(lines);
  BankHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (std::size_t i = 0; i < header.bodies.count; ++i)
    std::memmove(bytes.data() + header.bodies.offset + i * kBankBodyBytes2,
                 bytes.data() + header.bodies.offset + i * sizeof(BankBodyRecord), kBankBodyBytes2);
  header.version = 2, header.header_bytes = kBankHeaderBytes2;
  std::memset(bytes.data(), 0, sizeof header);
  std::memcpy(bytes.data(), &header, kBankHeaderBytes2);
  header.hash = bank_hash(bytes);
  std::memcpy(bytes.data(), &header, kBankHeaderBytes2);
  Bank bank;
  BankError said;
  ASSERT_TRUE(bank.open(bytes, said)) << said.text;
  ASSERT_EQ(bank.bodies().size(), 2u);
  for (std::size_t b = 0; b < 2; ++b) {
    const PlayBody &read = bank.bodies()[b], &wrote = contents.bank.bodies[b];
    EXPECT_STREQ(read.name, wrote.name);
    ASSERT_EQ(read.modes(), wrote.modes());
    EXPECT_EQ(read.felt_modes(), read.modes());
    EXPECT_EQ(read.mass, wrote.mass);
    EXPECT_EQ(read.material.loss, 0);
    EXPECT_EQ(read.shapes[7], wrote.shapes[7]);
    EXPECT_EQ(read.click != nullptr, wrote.click != nullptr);
  }
}

}  // namespace
}  // namespace peal
