#include "io/data/csv_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace peal {
namespace {

std::string csv_error(const std::string& text, const char* column = "x") {
  try {
    CsvReader csv(text, "t.csv");
    const int x = csv.require(column);
    while (csv.next()) csv.number(x);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(CsvReader, ColumnsComeInAnyOrderWithAnySeparator) {
  for (const char separator : {',', ';', '\t'}) {
    std::string text = "\xef\xbb\xbf# a comment, with; signs\r\n\r\n Body,X,y \r\nball,1.5,-2\r\n";
    text += "# between\r\n\"big, \"\"old\"\" ball\" ,+3e-2, 4";
    if (separator != ',')
      for (char& c : text)
        if (c == ',') c = separator;
    CsvReader csv(text, "t.csv");
    EXPECT_EQ(csv.columns(), (std::vector<std::string>{"body", "x", "y"}));
    const int y = csv.require("y"), x = csv.require("x"), body = csv.require("body");
    ASSERT_TRUE(csv.next());
    EXPECT_EQ(csv.line(), 4u);
    EXPECT_EQ(csv.text(body), "ball");
    EXPECT_EQ(csv.number(x), 1.5);
    EXPECT_EQ(csv.number(y), -2);
    EXPECT_EQ(csv.decimals(x), 1);
    EXPECT_EQ(csv.decimals(y), 0);
    ASSERT_TRUE(csv.next());
    EXPECT_EQ(csv.text(body), std::string("big") + separator + " \"old\" ball");
    EXPECT_EQ(csv.number(x), 0.03);
    EXPECT_EQ(csv.decimals(x), 17);
    EXPECT_EQ(csv.number(y), 4);
    EXPECT_FALSE(csv.next());
    EXPECT_EQ(csv.find("z"), -1);
  }
}

TEST(CsvReader, EmptyValuesAreKept) {
  CsvReader csv("a,b,c\n,,\n1,,\"\"\n", "t.csv");
  ASSERT_TRUE(csv.next());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(csv.text(i), "");
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.text(0), "1");
  EXPECT_EQ(csv.text(2), "");
}

TEST(CsvReader, EveryMistakeNamesFileLineAndColumn) {
  EXPECT_EQ(csv_error("x,y\n1,2\nnan,2\n"),
            "t.csv:3: column 'x': expected a finite number, got 'nan'");
  EXPECT_EQ(csv_error("x,y\ninf,2\n"), "t.csv:2: column 'x': expected a finite number, got 'inf'");
  EXPECT_EQ(csv_error("x,y\n1e999,2\n"), "t.csv:2: column 'x': the number 1e999 is too large");
  EXPECT_EQ(csv_error("x,y\n1e-999,2\n"), "no error");
  EXPECT_EQ(csv_error("x,y\n,2\n"), "t.csv:2: column 'x': expected a number, got nothing");
  EXPECT_EQ(csv_error("x,y\n1.5m,2\n"), "t.csv:2: column 'x': expected a number, got '1.5m'");
  EXPECT_EQ(
      csv_error("x;y\n1,5;2\n"),
      "t.csv:2: column 'x': expected a number, got '1,5'; write a decimal point, not a comma");
  EXPECT_EQ(csv_error("x,y\n1,2\n3\n4,5\n"), "t.csv:3: 1 value, but the header has 2 columns");
  EXPECT_EQ(csv_error("x,y\n1,2\n3"),
            "t.csv:3: 1 value, but the header has 2 columns; is the end of the file cut off?");
  EXPECT_EQ(csv_error("x,y\n1,2,3\n"), "t.csv:2: 3 values, but the header has 2 columns");
  EXPECT_EQ(csv_error("y,z\n1,2\n"), "t.csv: there is no column 'x'; its header is y,z");
  EXPECT_EQ(csv_error("x,X\n"), "t.csv:1: the column 'x' is there twice");
  EXPECT_EQ(csv_error("x,\n"), "t.csv:1: column 2 has no name in the header");
  EXPECT_EQ(csv_error("x,y\n\"1,2\n"),
            "t.csv:2: a quote is opened and not closed on the same line");
  EXPECT_EQ(csv_error("x,y\n\"1\"7,2\n"), "t.csv:2: text after the closing quote of value 1");
  EXPECT_EQ(csv_error("1,2\n3,4\n"),
            "t.csv:1: expected a header row with the names of the columns, got '1,2'");
  EXPECT_EQ(csv_error("0,0\n3,4\n"),
            "t.csv:1: expected a header row with the names of the columns, got '0,0'");
  EXPECT_EQ(csv_error(""), "t.csv: it is empty; expected a header row with names");
  EXPECT_EQ(csv_error("\n# nothing\n"), "t.csv: it is empty; expected a header row with names");
  EXPECT_EQ(csv_error(std::string("\xff\xfex\0", 4)), "t.csv: it is UTF-16 text; save it as UTF-8");
  EXPECT_EQ(csv_error(std::string("x\0y\n", 4)), "t.csv: this is not a text file");
  EXPECT_EQ(csv_error("x,y\r1,2\r"), "t.csv: its lines end with CR alone; save it with LF or CRLF");
  CsvReader csv("x,yy\n", "t.csv");
  EXPECT_THROW(csv.allow_only({"x", "y"}), Error);
}

TEST(CsvReader, FilesThatCannotBeRead) {
  EXPECT_THROW(CsvReader(std::filesystem::path("/nowhere/x.csv")), Error);
  EXPECT_THROW(CsvReader(std::filesystem::path(testing::TempDir())), Error);
  const auto said = [](const std::filesystem::path& path) -> std::string {
    try {
      CsvReader table(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(said("/dev/zero").find("/dev/zero: this is not a regular file"), std::string::npos);
  const std::string path = testing::TempDir() + fmt::format("peal-csv-line-{}.csv", getpid());
  std::ofstream(path) << std::string(3'000'000, '0');  // without a line
  EXPECT_NE(said(path).find("longer than"), std::string::npos);
  std::filesystem::remove(path);
}

// 100 MB take less than 2 s; a tenth of it is read here. Chunks end inside lines.
TEST(CsvReader, TenMegabytesTakeAFifthOfASecond) {
  const std::string path = testing::TempDir() + fmt::format("peal-csv-{}.csv", getpid());
  std::size_t rows = 0;
  double sum = 0;
  {
    std::ofstream out(path);
    out << "time,body,px,py,pz,qw,qx,qy,qz\n";
    const std::string rest = ",ball_17,0.123456789,-1.23456789,10.5,0.5,-0.5,0.50000001,0.5\n";
    for (std::size_t bytes = 0; bytes < 10'000'000; ++rows) {
      const std::string row = fmt::format("{:.6f}", 1e-4 * static_cast<double>(rows)) + rest;
      bytes += row.size();
      out << row;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  CsvReader csv{std::filesystem::path(path)};
  std::size_t read = 0;
  while (csv.next()) {
    EXPECT_NEAR(csv.number(0), 1e-4 * static_cast<double>(read), 1e-9);
    for (int i = 2; i < 9; ++i) sum += csv.number(i);
    ++read;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::filesystem::remove(path);
  EXPECT_EQ(read, rows);
  EXPECT_GT(sum, 0);
  fmt::print("{} rows of 10 MB in {:.3f} s\n", read, seconds);
  EXPECT_LT(seconds, 0.4);  // twice the aim: the machine may be busy
}

}  // namespace
}  // namespace peal
