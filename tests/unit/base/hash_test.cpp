#include "base/hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <vector>

#include "base/error.h"

namespace peal {

TEST(Hash, EveryItemAndItsKindCounts) {
  std::set<std::string> seen;
  int hashes = 0;
  const auto note = [&](const Hasher& hasher) { seen.insert(hasher.result().hex()), ++hashes; };
  note(Hasher());
  note(Hasher().add("ab").add("c"));
  note(Hasher().add("a").add("bc"));
  note(Hasher().add("abc"));
  note(Hasher().add("as").add("b"));
  note(Hasher().add("a").add("sb"));
  note(Hasher().add(""));
  note(Hasher().add(1));
  note(Hasher().add(1.0));
  note(Hasher().add(std::nextafter(1.0, 2.0)));
  note(Hasher().add(true).add(1));
  note(Hasher().add(std::span<const double>(std::vector{1.0, 2.0})));
  note(Hasher().add(std::span<const double>(std::vector{1.0})).add(2.0));
  note(Hasher().add(std::span<const float>(std::vector{1.0f, 2.0f})));
  note(Hasher().add(Hasher().result()));
  EXPECT_EQ(static_cast<int>(seen.size()), hashes);
}

TEST(Hash, SameContentSameHash) {
  EXPECT_EQ(Hasher().add(0.0).result(), Hasher().add(-0.0).result());
  EXPECT_EQ(Hasher().add(NAN).result(), Hasher().add(-NAN).result());
  EXPECT_EQ(Hasher().add(7).result(), Hasher().add(std::uint8_t{7}).result());
  Hasher prefix;
  prefix.add("air").add(343.2);
  Hasher copy = prefix;
  EXPECT_EQ(copy.add(1).result(), Hasher().add("air").add(343.2).add(1).result());
  EXPECT_EQ(prefix.result(), Hasher().add("air").add(343.2).result());
}

// Known XXH3-128 values of no bytes and of "abc".
TEST(Hash, FileHashIsPlainXxh3) {
  const std::string path = testing::TempDir() + "peal_hash_test";
  std::ofstream(path).close();
  EXPECT_EQ(hash_file(path).hex(), "99aa06d3014798d86001c324468d497f");
  std::ofstream(path) << "abc";
  EXPECT_EQ(hash_file(path).hex(), "06b05ab6733a618578af5f94892f3950");
  std::remove(path.c_str());
  EXPECT_THROW(hash_file(path), Error);
  EXPECT_THROW(hash_file(testing::TempDir()), Error);
}

}  // namespace peal
