// The bars of the table rods/rod_modes.csv.
#pragma once
#include "physics/rods/rod_stepper.h"

namespace peal::test {

struct BarCase {
  const char* name;
  double length, young;
  RodSection section;
};

inline const BarCase kBarCases[] = {
    {"circ_Al_2ft", 0.6096, 70.7e9, circle_section(6.35e-3)},
    {"rect_Al_1ft", 0.3048, 68.9e9, rectangle_section(25.4e-3, 12.7e-3)}};

/// Along x, d1 = y. `before`: how much of an edge lies before x = 0; the end is at the length.
inline ElasticRod aluminium_bar(const BarCase& bar, int points, double before = 0) {
  RodDesign design;
  const double h = bar.length / (points - 1 - before);
  for (int i = 0; i < points; ++i) design.points.push_back({(i - before) * h, 0, 0});
  design.d1 = {{0, 1, 0}};
  design.sections = {bar.section};
  design.material = {bar.young, bar.young / 2.66, 2700};
  return ElasticRod(design);
}

}  // namespace peal::test
