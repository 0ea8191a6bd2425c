// Maps and balloons show what they are given: loud light, silent dark, each direction at its place.
#include "io/plot/bodies/directivity_picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files/temporary_folder.h"
#include "png_pixels.h"
#include "support/error_of.h"

namespace peal::test {
namespace {

template <class Level>
DirectivityPanel directivity_panel(const DirectionGrid& grid, const char* title, Level level) {
  DirectivityPanel out{title, "figures", {}};
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) out.levels.push_back(level(grid.direction(r, c)));
  return out;
}

std::vector<DirectivityPanel> some_panels(const DirectionGrid& grid) {
  return {directivity_panel(grid, "up", [](const Vec3& d) { return d.y > 0 ? 0.0 : -100.0; }),
          directivity_panel(grid, "dipole",
                            [](const Vec3& d) { return 20 * std::log10(std::abs(d.x)); }),
          directivity_panel(grid, "all", [](const Vec3&) { return 3.0; })};
}

TEST(DirectionGrid, BeginsAtTheTopAndTurnsFromZToX) {
  const DirectionGrid grid;
  EXPECT_NEAR(norm(grid.direction(0, 17) - Vec3{0, 1, 0}), 0, 1e-12);
  EXPECT_NEAR(norm(grid.direction(45, 0) - Vec3{0, 0, 1}), 0, 1e-12);
  EXPECT_NEAR(norm(grid.direction(45, 45) - Vec3{1, 0, 0}), 0, 1e-12);
  EXPECT_NEAR(norm(grid.direction(90, 3) - Vec3{0, -1, 0}), 0, 1e-12);
}

// One map of 586 x 293 pixels, below it 24 of ticks and 64 of the colour bar.
TEST(DirectivityPicture, AMapShowsEachDirectionAtItsPlace) {
  const TemporaryFolder folder;
  const DirectionGrid grid;
  write_directivity_maps(folder.path() / "map.png", "h", "", grid,
                         {directivity_panel(grid, "x and up", [](const Vec3& d) {
                           return d.x > 0.05 && d.y > 0.05 ? 60.0 : 40.0;
                         })});
  const PngPixels png(folder.path() / "map.png");
  const int middle = png.height - 64 - 24 - 146, left = (png.width - 620) / 2 + 34;
  const auto lightness = [&](double azimuth, double elevation) {
    return png.lightness(left + static_cast<int>((azimuth + 180) / 360 * 586),
                         middle - static_cast<int>(elevation / 180 * 293));
  };
  EXPECT_GT(lightness(80, 40), 0.9);   // the loudest
  EXPECT_LT(lightness(-80, 40), 0.8);  // 20 dB less, half of the range
  EXPECT_LT(lightness(80, -40), 0.8);
  EXPECT_GT(lightness(-80, 40), 0.4);
  EXPECT_NEAR(lightness(-80, 40), lightness(-80, -40), 0.01);
}

// A balloon that is silent below the horizon stands on it.
TEST(DirectivityPicture, ABalloonReachesWhereItIsLoud) {
  const TemporaryFolder folder;
  const DirectionGrid grid;
  write_directivity_balloons(folder.path() / "b.png", "h", "", grid, {some_panels(grid)[0]});
  const PngPixels png(folder.path() / "b.png");
  const int middle = png.height - 64 - 200;
  const auto lit = [&](int from, int to) {
    int count = 0;
    for (int y = from; y < to; ++y)
      for (int x = png.width / 2 - 190; x < png.width / 2 + 190; ++x)
        count += png.lightness(x, y) > 0.45;
    return count;
  };
  EXPECT_GT(lit(middle - 190, middle), 20000);
  EXPECT_LT(lit(middle + 110, middle + 190), 400);  // only the tip of an axis
}

TEST(DirectivityPicture, TheSameBytesEveryTime) {
  const TemporaryFolder folder;
  const DirectionGrid grid;
  const auto panels = some_panels(grid);
  for (const char* name : {"a.png", "b.png"}) {
    write_directivity_maps(folder.path() / name, "heading", "figures", grid, panels);
    write_directivity_balloons(folder.path() / (std::string("balloons_") + name), "heading",
                               "figures", grid, panels);
  }
  EXPECT_EQ(file_bytes(folder.path() / "a.png"), file_bytes(folder.path() / "b.png"));
  EXPECT_EQ(file_bytes(folder.path() / "balloons_a.png"),
            file_bytes(folder.path() / "balloons_b.png"));
}

TEST(DirectivityPicture, WhatCannotBeDrawnIsSaid) {
  const TemporaryFolder folder;
  const DirectionGrid grid;
  const auto says = [&](std::vector<DirectivityPanel> panels, const char* text) {
    const std::string error =
        error_of([&] { write_directivity_maps(folder.path() / "x.png", "h", "", grid, panels); });
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  says({}, "0 panels");
  says(std::vector<DirectivityPanel>(kMostDirectivityPanels + 1), "panels; expected 1 to");
  says({{"t", "", {1, 2}}}, "2 levels for");
  says({directivity_panel(grid, "t", [](const Vec3&) { return std::nan(""); })}, "a level is nan");
  says({directivity_panel(grid, "t", [](const Vec3&) { return -INFINITY; })},
       "silent in all directions");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.png"));
}

}  // namespace
}  // namespace peal::test
