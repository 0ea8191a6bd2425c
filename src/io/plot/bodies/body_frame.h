// What both kinds of body pictures share: palettes, and the way from the body to the pixels.
#pragma once
#include <span>
#include <vector>

#include "io/plot/bodies/body_raster.h"
#include "io/plot/bodies/body_view.h"

namespace peal {

/// Places projected points in a panel of pixels: one scale, centred.
struct PanelFit {
  BodyView view;
  double scale = 1;                   // [pixels] per largest extent of the body
  double centre_x = 0, centre_y = 0;  // projected point in the middle of the panel
  int columns = 1, rows = 1;          // [pixels]

  Vec3 place(const Vec3& p) const;  // [pixels] x right, y down, z towards the viewer
  std::vector<Vec3> place(std::span<const Vec3> points) const;
};

/// Fits `box` (of projected_box) with free room around it [pixels].
PanelFit fit_panel(const BodyView& view, const Box& box, int columns, int rows, double margin_x,
                   double margin_y);

Box united(const Box& a, const Box& b);

std::vector<Vec3> rotated(const BodyView& view, std::span<const Vec3> normals);

std::vector<Colour> diverging_palette();
std::vector<Colour> level_palette();  // without the darkest part, which the ground would swallow
std::vector<Colour> plain_palette();

inline constexpr RasterGround kBodyGround{{0.118, 0.129, 0.160}, {0.063, 0.071, 0.094}};

/// Throws unless the options can be drawn.
void check_body_options(const BodyPictureOptions& options, const std::string& name);

}  // namespace peal
