// Text that is not JSON, or is meant to hurt: each gives a sentence with its place.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "read_text.h"

namespace peal {
namespace {

Messages syntax(std::string_view text) {
  Report report("t.json");
  Json tree;
  parse_json(text, report, tree);
  return report.errors();
}

TEST(JsonText, SyntaxErrorsNameLineAndColumn) {
  EXPECT_EQ(syntax("{\n  \"a\": tru\n}"),
            Messages{"t.json:2:8: syntax error in value: invalid literal"});
  EXPECT_EQ(syntax("{\"a\" 1}"),
            Messages{"t.json:1:6: syntax error in object separator: unexpected number literal; "
                     "expected ':'"});
  EXPECT_EQ(syntax("{\"a\": 1"),
            Messages{"t.json:1:7: syntax error in object: unexpected end of input; expected '}'"});
  EXPECT_EQ(syntax("{} {}"),
            Messages{"t.json:1:4: syntax error in value: unexpected '{'; expected end of input"});
}

TEST(JsonText, HintsForWhatPeopleWrite) {
  EXPECT_EQ(syntax("{\"a\": 1,\n}"), Messages{"t.json:2:1: remove the comma before '}'"});
  EXPECT_EQ(syntax("[1, 2, ]"), Messages{"t.json:1:8: remove the comma before ']'"});
  EXPECT_EQ(syntax("{'a': 1}"),
            Messages{"t.json:1:2: strings and field names stand in double quotes"});
  for (const std::string comment : {"// note", "/* note */", "# note"})
    EXPECT_EQ(syntax("{\n" + comment + "\n}"),
              Messages{"t.json:2:1: comments are not allowed; notes go into the field \"comment\""})
        << comment;
}

TEST(JsonText, NumbersMustBeFinite) {
  for (const std::string number : {"NaN", "nan", "Infinity", "-Infinity", "-inf", "+Infinity"})
    EXPECT_EQ(
        syntax("{\"a\":\n " + number + "}"),
        Messages{"t.json:2:2: NaN and Infinity are not numbers of JSON; write a finite number"})
        << number;
  EXPECT_EQ(syntax("[1e999]"),
            Messages{"t.json:1:2: the number 1e999 is too large; write a finite number"});
  EXPECT_EQ(syntax("[-1e999]"),
            Messages{"t.json:1:2: the number -1e999 is too large; write a finite number"});
  EXPECT_EQ(syntax("[1e308, -1e-320, 0]"), Messages{});
}

TEST(JsonText, DuplicateKeysAreErrorsWithTheirPlace) {
  EXPECT_EQ(syntax(R"({"a": [0, {"b/c": 1, "b/c": {"d": 1, "d": 2}}], "a": 3})"),
            (Messages{"t.json:/a/1/b~1c: the field 'b/c' is given twice",
                      "t.json:/a/1/b~1c/d: the field 'd' is given twice",
                      "t.json:/a: the field 'a' is given twice"}));
}

TEST(JsonText, FirstOfDuplicateKeysIsKept) {
  Report report("t.json");
  Json tree;
  EXPECT_TRUE(parse_json(R"({"a": 1, "a": {"x": [2]}, "b": 3})", report, tree));
  EXPECT_EQ(tree, (Json{{"a", 1}, {"b", 3}}));
}

TEST(JsonText, EmptyAndBinaryFiles) {
  const Messages empty{"t.json: the file is empty; it should hold one JSON object"};
  EXPECT_EQ(syntax(""), empty);
  EXPECT_EQ(syntax(" \n\t\r\n"), empty);
  EXPECT_EQ(syntax(std::string_view("{\0}", 3)),
            Messages{"t.json: this is not a text file (byte 1 is zero); a JSON file in UTF-8 is "
                     "expected"});
  EXPECT_EQ(syntax("\x89PNG\r\n"), Messages{"t.json:1:1: syntax error in value: invalid literal"});
  EXPECT_EQ(syntax("\xEF\xBB\xBF{}"), Messages{});  // a byte order mark of UTF-8 is harmless
}

TEST(JsonText, InvalidUtf8) {
  for (const std::string bytes : {"\xFF", "\xC3", "\xED\xA0\x80", "\xC0\xAF", "\xF5\x80\x80\x80"}) {
    const Messages found = syntax("[\"" + bytes + "\"]");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NE(found[0].find("ill-formed UTF-8 byte"), std::string::npos) << found[0];
    for (const char c : found[0]) EXPECT_TRUE(c >= 0x20 && c < 0x7F) << found[0];
  }
}

TEST(JsonText, NestingIsLimited) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(syntax(nested(64)), Messages{});
  EXPECT_EQ(syntax(nested(65)), Messages{"t.json: values are nested deeper than 64 levels"});
  EXPECT_EQ(syntax(std::string(10'000'000, '[')),
            Messages{"t.json: values are nested deeper than 64 levels"});
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(syntax(objects), Messages{"t.json: values are nested deeper than 64 levels"});
}

TEST(JsonText, SizeIsLimited) {
  EXPECT_EQ(syntax(std::string(kLargestFile + 1, ' ')),
            Messages{"t.json: the file is larger than 64 MB"});
  std::string many = "[";
  for (std::size_t i = 0; i < kMostValues; ++i) many += "0,";
  EXPECT_EQ(syntax(many + "0]"), Messages{"t.json: the file holds more than 4000000 values"});
}

TEST(JsonText, UnreadableFiles) {
  const auto folder = std::filesystem::temp_directory_path();
  const auto problem = [](const std::filesystem::path& path) {
    try {
      read_text_file(path);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(problem(folder), folder.string() + ": this is a folder; a JSON file is expected");
  EXPECT_EQ(problem(folder / "peal-no-such-file"),
            (folder / "peal-no-such-file").string() + ": there is no such file");
  EXPECT_EQ(
      problem("/dev/zero"),
      "/dev/zero: this is not a regular file but a pipe or a device; copy its content into a file");
}

TEST(Report, PointersAreEscaped) {
  Report report("t.json");
  const Cursor root(report);
  const Cursor a = root.child("a~b/c"), b = a.child(std::size_t{3}), c = b.child("");
  EXPECT_EQ(root.pointer(), "");
  EXPECT_EQ(c.pointer(), "/a~0b~1c/3/");
}

TEST(Report, ErrorsAreCapped) {
  Report report("t.json");
  const Cursor root(report);
  for (int i = 0; i < 100'000; ++i) root.error("wrong");
  const Messages errors = report.errors();
  ASSERT_EQ(errors.size(), 101u);
  EXPECT_EQ(errors.back(), "t.json: and 99900 more errors");
  EXPECT_EQ(report.error_count(), 100'000u);
}

}  // namespace
}  // namespace peal
