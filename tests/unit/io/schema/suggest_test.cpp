#include "io/schema/suggest.h"

#include <gtest/gtest.h>

namespace peal {

TEST(Suggest, EditDistanceCountsSlips) {
  EXPECT_EQ(edit_distance("steel", "steel"), 0);
  EXPECT_EQ(edit_distance("stel", "steel"), 1);
  EXPECT_EQ(edit_distance("setel", "steel"), 1);  // swapped neighbours are one slip
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, NearestIgnoresCaseAndRefusesStrangers) {
  const std::vector<std::string> names{"steel", "oak", "glass"};
  EXPECT_EQ(nearest("STEEL", names), "steel");
  EXPECT_EQ(nearest("gless", names), "glass");
  EXPECT_EQ(nearest("porcelain", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(suggestion("oka", names), "; did you mean 'oak'?");
  EXPECT_EQ(suggestion("porcelain", names), "; known: steel, oak, glass");
  EXPECT_EQ(suggestion("x", {}), "");
}

TEST(Suggest, ShownTextIsShortAndPrintable) {
  EXPECT_EQ(shown("a\nb\x7f"), "a\\u000ab\\u007f");
  EXPECT_EQ(shown(std::string(100, 'x')), std::string(60, 'x') + "...");
  // 59 letters and a character of two bytes: cut before it, never inside.
  EXPECT_EQ(shown(std::string(59, 'x') + "\xC3\xA9 and more"), std::string(59, 'x') + "...");
}

}  // namespace peal
