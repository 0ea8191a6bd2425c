#include "io/plot/label_places.h"

#include <algorithm>

namespace peal {

bool LabelPlaces::is_free(const Box& a) const {
  if (a.x < room_.x || a.y < room_.y || a.right() > room_.right() || a.bottom() > room_.bottom())
    return false;
  return std::none_of(taken_.begin(), taken_.end(), [&](const Box& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  });
}

std::optional<LabelPlaces::Label> LabelPlaces::place(const Point& point, double width,
                                                     double height) {
  constexpr double clear = 9;  // [pixels] from the point
  // Above, then to the right and left, then higher and higher above with a line down to the point.
  for (int rise = 0; rise < 9; ++rise)
    for (const double side : {0.0, 1.0, -1.0}) {
      if (side != 0 && rise > 1) continue;
      const double middle = point.x + side * (width / 2 + clear);
      const double y = point.y - rise * height - (side == 0 ? clear + height / 2 : 0);
      const Box box{middle - width / 2, y - height / 2, width, height};
      const Box line{point.x - 1, box.bottom(), 2, point.y - clear - box.bottom()};
      const bool with_line = side == 0 && rise > 0;
      if (!is_free(box) || (with_line && !is_free(line))) continue;
      taken_.push_back(box);
      if (with_line) taken_.push_back(line);
      return Label{{middle, y}, with_line};
    }
  return std::nullopt;
}

}  // namespace peal
