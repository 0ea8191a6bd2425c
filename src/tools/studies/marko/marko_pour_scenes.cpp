#include "tools/studies/marko/marko_pour_scenes.h"

#include <fmt/format.h>

#include <algorithm>

namespace peal::marko {
namespace {

std::string crowd(const char* name, const PouredMaterial& what, int count, double height,
                  double radius) {
  return fmt::format(
      R"({{"name": "{}", "material": "{}", "count": {}, "radius": {}, "radius_to": {},
          "rolling": {}, "region": "cylinder", "position": [0, {}, 0],
          "size": [{}, 0.01, {}]}})",
      name, what.material, count, what.radius, what.radius_to, what.rolling, height + 0.005,
      2 * radius, 2 * radius);
}

}  // namespace

// Discs of 4 mm and half as thick weigh what balls of 1.82 mm do.
const PouredMaterial kPoured[] = {{"Glass0.5mm", "beads", 0.00025, 0, 0.0035, 0.03},
                                  {"Glass1mm", "beads", 0.0005, 0, 0.0045, 0.03},
                                  {"Glass2mm", "beads", 0.001, 0.0015, 0.0085, 0.03},
                                  {"Metal1mm", "iron", 0.0005, 0, 0.0045, 0.03},
                                  {"Plastic4mm", "plastic", 0.00182, 0, 0.0115, 0.3},
                                  {"Sand", "quartz", 0.0002, 0.0005, 0.0045, 0.4}};

const Container kContainers[] = {
    {"Ceramic",
     R"({"kind": "cup", "radius": 0.041, "bottom_radius": 0.033, "height": 0.09,
         "thickness": 0.004, "bottom_thickness": 0.005})",
     R"("material": "porcelain")", 0.09, 0.026, 0.006},
    {"Metal",
     R"({"kind": "cup", "radius": 0.052, "bottom_radius": 0.05, "height": 0.125,
         "thickness": 0.0012, "bottom_thickness": 0.0015})",
     R"("material": "stainless-steel", "max_frequency": 12000)", 0.125, 0.04, 0.003},
    {"Plastic",
     R"({"kind": "bowl", "radius": 0.08, "height": 0.06, "thickness": 0.0025,
         "foot_radius": 0.03})",
     R"("material": "polypropylene")", 0.06, 0.035, 0.006},
    {"Void",
     R"({"kind": "bowl", "radius": 0.08, "height": 0.06, "thickness": 0.0025,
         "foot_radius": 0.03})",
     R"("material": "cloth", "sound": "none")", 0.06, 0.035, 0.006}};

std::vector<Pour> recordings() {
  std::vector<Pour> out;
  for (int m = 0; m < 6; ++m)
    for (int c = 0; c < 4; ++c)
      for (const bool full : {false, true}) {
        const bool fine = m == 0, sand = m == 5;
        if (c == 3 && (!full || sand)) continue;
        if (fine && c == 0 && full) continue;
        out.push_back({static_cast<int>(out.size()) + 1, m, c, full, false});
      }
  return out;
}

std::string file_of(const Pour& pour) {
  return fmt::format("{}{}{}", kPoured[pour.material].name, kContainers[pour.container].name,
                     pour.hangs  ? ""
                     : pour.full ? "Full"
                                 : "Empty");
}

std::string scene_text(const Pour& pour, int count, double seconds, const std::string& source,
                       const std::string& mix) {
  const PouredMaterial& what = kPoured[pour.material];
  const Container& container = kContainers[pour.container];
  const double mouth = container.height + 0.1, largest = std::max(what.radius, what.radius_to);
  std::string objects = fmt::format(
      R"({{"name": "container", "shape": {}, {}, "position": [0, 0, 0], "static": true,
          "radiation": "quick"}},
         {{"name": "funnel", "material": "cloth", "position": [0, {}, 0], "static": true,
          "sound": "none", "shape": {{"kind": "funnel", "radius": 0.045, "spout_radius": {},
          "cone_height": 0.045, "spout_height": 0.02, "thickness": 0.001}}}})",
      container.shape, container.more, mouth, what.spout);
  if (!pour.hangs)
    objects += fmt::format(
        R"(, {{"name": "plug", "material": "cloth", "position": [0, {0}, 0], "sound": "none",
            "shape": {{"kind": "coin", "radius": {1}, "thickness": 0.002, "rim_width": 0}},
            "path": [{{"time": 0.05, "position": [0, {0}, 0]}},
                     {{"time": 0.08, "position": [0.06, {0}, 0]}}]}})",
        mouth - 0.0012, what.spout + 0.002);
  // In the cone from where it is as wide as the layers.
  const double above = mouth + 0.02 + (pour.hangs ? 0.045 : 0.03);
  std::string crowds = crowd("poured", what, count, above + largest, pour.hangs ? 0.036 : 0.024);
  if (pour.full)
    crowds += ", " + crowd("bed", what, count, container.bed_height, container.bed_radius);
  return fmt::format(
      R"({{"peal": 1, "name": "{}", "duration": {},
  "listeners": [{{"name": "main", "position": [0.15, 0.2, 0.15], "look": [-0.15, -0.15, -0.15]}}],
  "materials": {{
    "beads": {{"young": 72e9, "poisson": 0.22, "density": 2520, "restitution": 0.65}},
    "iron": {{"young": 200e9, "poisson": 0.29, "density": 7870, "restitution": 0.6}},
    "plastic": {{"young": 2.3e9, "poisson": 0.4, "density": 1050, "restitution": 0.6}},
    "quartz": {{"young": 95e9, "poisson": 0.08, "density": 2650, "restitution": 0.6}},
    "cloth": {{"young": 1e7, "poisson": 0.1, "density": 300, "restitution": 0.1}}}},
  "objects": [{}],
  "grains": [{}],
  "motion": {{"preroll": {}, "floor": {{"material": "oak"}}}},
  "sources": [{}],
  "mix": {},
  "output": {{"level": "normalised"}}}})",
      file_of(pour), seconds, objects, crowds, pour.hangs ? 0.0 : 0.6, source, mix);
}

}  // namespace peal::marko
