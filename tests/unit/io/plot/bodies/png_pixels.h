// For tests of pictures: decoded pixels, whole files, a folder of one's own.
#pragma once
#include <cairo.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "io/plot/colour_map.h"

namespace peal {

class PngTest : public testing::Test {
 protected:
  PngTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("peal_") + test->test_suite_name() + "_" + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~PngTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

inline std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct PngPixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> rgb;

  explicit PngPixels(const std::filesystem::path& path) {
    EXPECT_EQ(file_bytes(path).substr(0, 8), "\x89PNG\r\n\x1a\n");
    cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
    EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    width = cairo_image_surface_get_width(surface);
    height = cairo_image_surface_get_height(surface);
    for (int y = 0; y < height; ++y) {
      const unsigned char* row =
          cairo_image_surface_get_data(surface) +
          static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(surface);
      const auto* first = reinterpret_cast<const std::uint32_t*>(row);
      rgb.insert(rgb.end(), first, first + width);
    }
    cairo_surface_destroy(surface);
  }
  Colour at(int x, int y) const {
    const std::uint32_t v = rgb.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                   static_cast<std::size_t>(x));
    return {(v >> 16 & 255) / 255.0, (v >> 8 & 255) / 255.0, (v & 255) / 255.0};
  }
  OkLab lab(int x, int y) const { return to_oklab(at(x, y)); }
  double lightness(int x, int y) const { return lab(x, y).lightness; }
};

}  // namespace peal
