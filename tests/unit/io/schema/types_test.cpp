// Each type: what it reads, and the exact sentence for what it refuses.
#include <gtest/gtest.h>

#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "read_text.h"

namespace peal {
namespace {

Messages one(const std::string& sentence) { return {"t.json: " + sentence}; }

TEST(Types, Number) {
  const auto density = number(Range::above(0).up_to(30000), "kg/m^3");
  EXPECT_EQ(value_of(density, "7850"), 7850);
  EXPECT_EQ(value_of(density, "30000"), 30000);
  EXPECT_EQ(errors_of(density, "-2500"), one("expected > 0 kg/m^3, got -2500"));
  EXPECT_EQ(errors_of(density, "0"), one("expected > 0 kg/m^3, got 0"));
  EXPECT_EQ(errors_of(density, "3.5e4"), one("expected <= 30000 kg/m^3, got 35000"));
  EXPECT_EQ(errors_of(density, "\"7850\""),
            one("expected a number [kg/m^3], got the string '7850'"));
  EXPECT_EQ(errors_of(density, "true"), one("expected a number [kg/m^3], got true"));
  EXPECT_EQ(errors_of(density, "null"), one("expected a number [kg/m^3], got null"));
  const auto poisson = number(Range::above(-1).below(0.5));
  EXPECT_EQ(errors_of(poisson, "0.5"), one("expected < 0.5, got 0.5"));
  EXPECT_EQ(errors_of(poisson, "-1"), one("expected > -1, got -1"));
  EXPECT_EQ(value_of(poisson, "0.4999"), 0.4999);
  EXPECT_EQ(errors_of(number({1e3, 2e12}, "Pa"), "3e12"),
            one("expected <= 2e+12 Pa, got 3000000000000"));
  EXPECT_EQ(errors_of(number({1, 2}), "0.5"), one("expected >= 1, got 0.5"));
}

TEST(Types, Integer) {
  const auto rate = integer(8000, 384000, "Hz");
  EXPECT_EQ(value_of(rate, "48000"), 48000);
  EXPECT_EQ(value_of(rate, "4.8e4"), 48000);
  EXPECT_EQ(errors_of(rate, "44100.5"), one("expected an integer, got 44100.5"));
  EXPECT_EQ(errors_of(rate, "7999"), one("expected >= 8000 Hz, got 7999"));
  EXPECT_EQ(errors_of(rate, "-1"), one("expected >= 8000 Hz, got -1"));
  EXPECT_EQ(errors_of(rate, "1e300"), one("expected <= 384000 Hz, got 1e+300"));
  EXPECT_EQ(errors_of(rate, "\"48k\""), one("expected an integer, got the string '48k'"));
}

TEST(Types, NaturalReachesTwoToThe64) {
  EXPECT_EQ(value_of(natural(), "18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(errors_of(natural(), "-1"), one("expected >= 0, got -1"));
  EXPECT_EQ(errors_of(natural(), "1e19"), one("write the integer 1e+19 with all its digits"));
  EXPECT_EQ(errors_of(natural(), "18446744073709551616").size(), 1u);
}

TEST(Types, BooleanAndText) {
  EXPECT_TRUE(value_of(boolean(), "true"));
  EXPECT_EQ(errors_of(boolean(), "1"), one("expected true or false, got 1"));
  EXPECT_EQ(value_of(text(), "\"a\\u00e9\""), "a\xC3\xA9");
  EXPECT_EQ(errors_of(text(), "[]"), one("expected a string, got an empty array"));
  EXPECT_EQ(errors_of(text(3), "\"four\""), one("expected at most 3 characters, got 4"));
  EXPECT_EQ(value_of(text(3), "\"\u00e9\u00e9\u00e9\""), "\xC3\xA9\xC3\xA9\xC3\xA9");
}

TEST(Types, Version) {
  EXPECT_EQ(value_of(version_number(1), "1"), 1);
  EXPECT_EQ(errors_of(version_number(1), "2"), one("this program reads version 1, got 2"));
  EXPECT_EQ(errors_of(version_number(1), "\"1\""),
            one("this program reads version 1, got the string '1'"));
}

enum class Kind { mono, stereo };
TEST(Types, Choice) {
  const auto kind = choice<Kind>({{"mono", ""}, {"stereo", ""}});
  EXPECT_EQ(value_of(kind, "\"stereo\""), Kind::stereo);
  EXPECT_EQ(
      errors_of(kind, "\"sterio\""),
      one("expected one of 'mono', 'stereo', got the string 'sterio'; did you mean 'stereo'?"));
  EXPECT_EQ(errors_of(kind, "\"surround\""),
            one("expected one of 'mono', 'stereo', got the string 'surround'"));
  EXPECT_EQ(errors_of(kind, "0"), one("expected one of 'mono', 'stereo', got 0"));
}

TEST(Types, Vector) {
  const auto size = vector({1e-4, 100}, "m");
  EXPECT_EQ(value_of(size, "[1, 2, 3.5]"), (Vec3{1, 2, 3.5}));
  EXPECT_EQ(errors_of(size, "[1, 2]"),
            one("expected an array of 3 numbers [m], got an array of 2 values"));
  EXPECT_EQ(errors_of(size, "{}"), one("expected an array of 3 numbers [m], got an object"));
  EXPECT_EQ(errors_of(size, "[1, -2, \"x\"]"),
            (Messages{"t.json:/1: expected >= 0.0001 m, got -2",
                      "t.json:/2: expected a number [m], got the string 'x'"}));
}

TEST(Types, DirectionIsReadAsAUnitVector) {
  const Vec3 d = value_of(direction(), "[0, 3e-60, -4e-60]");
  EXPECT_NEAR(d.y, 0.6, 1e-15);
  EXPECT_NEAR(d.z, -0.8, 1e-15);
  EXPECT_EQ(errors_of(direction(), "[0, 0, 0]"),
            one("expected a direction, got a vector of length zero"));
}

TEST(Types, RotationTurnsRightHanded) {
  // A quarter turn about z carries x to y.
  const Quat q = value_of(rotation(), R"({"axis": [0, 0, 2], "angle": 90})");
  const Vec3 turned = rotate(q, {1, 0, 0});
  EXPECT_NEAR(turned.x, 0, 1e-15);
  EXPECT_NEAR(turned.y, 1, 1e-15);
  const OrderedJson written = rotation().type->write(&q);
  EXPECT_NEAR(written["angle"].get<double>(), 90, 1e-12);
  EXPECT_EQ(errors_of(rotation(), R"({"axis": [0, 1, 0], "angel": 3})"),
            (Messages{"t.json: the required field 'angle' is missing",
                      "t.json:/angel: unknown field; did you mean 'angle'?"}));
  EXPECT_EQ(errors_of(rotation(), R"({"axis": [0, 0, 0], "angle": 3})"),
            Messages{"t.json:/axis: expected a direction, got a vector of length zero"});
}

TEST(Types, NumbersAndCurves) {
  const auto list = numbers({0, 1}, "", 2, 3);
  EXPECT_EQ(value_of(list, "[0, 0.5, 1]"), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(errors_of(list, "[0]"), one("expected at least 2 numbers, got an array of 1 value"));
  EXPECT_EQ(errors_of(list, "[0, 0, 0, 0]"),
            one("expected at most 3 numbers, got an array of 4 values"));
  EXPECT_EQ(errors_of(list, "[0, 2]"), Messages{"t.json:/1: expected <= 1, got 2"});

  const auto force = curve({0, 10}, "s", Range::any(), "N");
  EXPECT_EQ(value_of(force, "[[0, -1], [2, 5]]"), (std::vector<CurvePoint>{{0, -1}, {2, 5}}));
  EXPECT_EQ(errors_of(force, "[]"),
            one("expected an array of at least one [x, y], got an empty array"));
  EXPECT_EQ(errors_of(force, "[[0, 0], [2, 0], [2, 1], 4, [11, \"a\"]]"),
            (Messages{"t.json:/2/0: expected more than the 2 before it, got 2",
                      "t.json:/3: expected [x, y], got 4",
                      "t.json:/4/1: expected a number [N], got the string 'a'",
                      "t.json:/4/0: expected <= 10 s, got 11"}));
}

TEST(Types, File) {
  const std::filesystem::path folder = PEAL_TEST_DATA;
  const auto sound = file("a sound file");
  EXPECT_EQ(value_of(sound, "\"scene/sample.txt\"", folder), folder / "scene/sample.txt");
  EXPECT_EQ(
      errors_of(sound, "\"scene/sampel.txt\"", folder),
      one("there is no file 'scene/sampel.txt'; paths are relative to the folder of this file"));
  EXPECT_EQ(errors_of(sound, "\"scene\"", folder),
            one("'scene' is not a file; expected a sound file"));
  EXPECT_EQ(errors_of(sound, "\"\"", folder),
            one("expected the path of a sound file, got the string ''"));
  EXPECT_EQ(errors_of(sound, "\"a\\u0000b\"", folder),
            one("expected the path of a sound file, got the string 'a\\u0000b'"));
}

TEST(Types, ArraysMapsAndOptionals) {
  const auto list = array_of(number({0, 1}), 1, 2);
  EXPECT_EQ(value_of(list, "[1, 0]"), (std::vector<double>{1, 0}));
  EXPECT_EQ(errors_of(list, "[]"), one("expected at least 1 value, got an empty array"));
  EXPECT_EQ(errors_of(list, "[1, 1, 1]"),
            one("expected at most 2 values, got an array of 3 values"));
  EXPECT_EQ(errors_of(list, "[3, 4]"),
            (Messages{"t.json:/0: expected <= 1, got 3", "t.json:/1: expected <= 1, got 4"}));

  const auto map = map_of(boolean(), MapKeys::declare, "light");
  EXPECT_EQ(value_of(map, R"({"b": true, "a": false})"),
            (std::map<std::string, bool>{{"a", false}, {"b", true}}));
  EXPECT_EQ(errors_of(map, R"({"Lamp": true, "lamp": 1})"),
            (Messages{"t.json:/lamp: the name 'lamp' differs only in case from 'Lamp' at /Lamp",
                      "t.json:/lamp: expected true or false, got 1"}));
  EXPECT_EQ(
      errors_of(map, R"({"a/b": true})"),
      Messages{"t.json:/a~1b: the name 'a/b' cannot be used in file names; use 1 to 64 letters, "
               "digits, '_', '-' or '.', beginning with a letter or digit"});
  EXPECT_EQ(errors_of(map, "[]"), one("expected an object of light names, got an empty array"));

  EXPECT_EQ(value_of(optional_of(number({0, 1})), "0.5"), 0.5);
  EXPECT_EQ(errors_of(optional_of(number({0, 1})), "2"), one("expected <= 1, got 2"));
}

}  // namespace
}  // namespace peal
