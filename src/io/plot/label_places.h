// Finds free places for labels of points, so that no text covers another or a mark.
#pragma once
#include <optional>
#include <vector>

#include "io/plot/canvas.h"

namespace peal {

class LabelPlaces {
 public:
  /// Labels stay inside `room`.
  explicit LabelPlaces(const Box& room) : room_(room) {}

  void block(const Box& box) { taken_.push_back(box); }

  struct Label {
    Point middle;
    bool with_line;  // straight down to the point, which is too far to be seen together
  };
  /// Takes a free box of this size above the point or beside it; nothing when there is none.
  std::optional<Label> place(const Point& point, double width, double height);

 private:
  bool is_free(const Box& box) const;

  Box room_;
  std::vector<Box> taken_;
};

}  // namespace peal
