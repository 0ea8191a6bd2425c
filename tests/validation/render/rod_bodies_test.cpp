// A rod with the body `rigid` is a body as any other: a clamped tongue is struck and bowed, and
// sings in the first mode of a clamped bar.
#include <gtest/gtest.h>

#include <cmath>

#include "support/rendered.h"

namespace peal {
namespace {

std::vector<double> heard_tongue(const std::string& source) {
  const auto got = test::render_text(R"({
    "peal": 1, "duration": 0.6, "quality": "draft",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
    "materials": {"bar": {"like": "steel", "young": 2e11, "density": 7800}},
    "objects": [{"name": "tongue", "body": "rigid", "material": "bar", "position": [0, 0, 0],
      "static": true, "radiation": "quick",
      "shape": {"kind": "rod", "points": 20,
                "section": {"kind": "rectangle", "width": 0.004, "height": 0.004},
                "centreline": {"kind": "straight", "length": 0.12}},
      "fixed": [{"min": [-0.07, -0.02, -0.02], "max": [-0.05, 0.02, 0.02]}]}],
    "sources": [)" + source + "]}");
  return got.sounds[0].channels[0];
}

TEST(RodBodies, AreStruckAndBowedInTheirFirstMode) {
  const double length = 0.11, root = 1.8751041;
  const double first = root * root / (2 * 3.14159265358979 * length * length) * 0.004 *
                       std::sqrt(2e11 / (12 * 7800));
  for (const char* source :
       {R"({"kind": "strike", "object": "tongue", "time": 0.02, "point": [0.06, 0, 0],
           "direction": [0, -1, 0], "impulse": 0.01, "duration": 0.002})",
        R"({"kind": "friction", "object": "tongue", "point": [0.06, 0, 0], "direction": [0, 1, 0],
           "speed": [[0, 0], [0.1, 0.15]], "normal_force": [[0, 0], [0.1, 0.3]],
           "law": {"stiffness": 1e6, "damping": 1, "viscosity": 0.05, "static_friction": 0.8,
                   "dynamic_friction": 0.3, "stribeck_speed": 0.1}})"}) {
    const std::vector<double> sound = heard_tongue(source);
    double best = 0, found = 0, beside = 0;
    for (double f = 0.9 * first; f < 1.1 * first; f += 0.5) {
      const double level = test::amplitude_at(sound, 48000, f, 0.3, 0.58);
      if (level > best) best = level, found = f;
    }
    for (const double f : {0.7, 1.4})
      beside = std::max(beside, test::amplitude_at(sound, 48000, f * first, 0.3, 0.58));
    EXPECT_NEAR(found / first, 1, 0.03) << source;
    EXPECT_GT(best, 1e-4) << source;
    EXPECT_GT(best, 10 * beside) << source;
  }
}

}  // namespace
}  // namespace peal
