#include "io/plot/bodies/body_picture.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "io/plot/diverging_map.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

using Triangle = std::array<int, 3>;

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  operator BodyPictureMesh() const { return {vertices, triangles}; }

  void add(const Mesh& other, const Vec3& shift) {
    const int first = static_cast<int>(vertices.size());
    for (const Vec3& v : other.vertices) vertices.push_back(v + shift);
    for (const Triangle& t : other.triangles)
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
};

// Each side with its own vertices, n x n squares.
Mesh box(const Vec3& size, int n) {
  Mesh mesh;
  const auto side = [&](const Vec3& corner, const Vec3& u, const Vec3& v) {
    const int first = static_cast<int>(mesh.vertices.size());
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        mesh.vertices.push_back(corner + static_cast<double>(i) / n * u +
                                static_cast<double>(j) / n * v);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int p = first + j * (n + 1) + i;
        mesh.triangles.push_back({p, p + 1, p + n + 2});
        mesh.triangles.push_back({p, p + n + 2, p + n + 1});
      }
  };
  const Vec3 h = 0.5 * size, x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
  side({-h.x, -h.y, h.z}, x, y), side({h.x, -h.y, -h.z}, -x, y);
  side({h.x, -h.y, h.z}, -z, y), side({-h.x, -h.y, -h.z}, z, y);
  side({-h.x, h.y, h.z}, x, -z), side({-h.x, -h.y, -h.z}, x, z);
  return mesh;
}

Mesh sphere(double radius, int n) {
  Mesh mesh = box({2, 2, 2}, n);
  for (Vec3& v : mesh.vertices) v = radius * normalized(v, {1, 0, 0});
  return mesh;
}

ModePanel panel(const Mesh& mesh, const std::string& title,
                const std::function<Vec3(const Vec3&)>& displacement) {
  ModePanel p{title, {}};
  for (const Vec3& v : mesh.vertices) p.displacement.push_back(displacement(v));
  return p;
}

constexpr double kSide = 0.2;  // [m]
Mesh plate() { return box({kSide, 0.004, kSide}, 24); }
// sin sin with a half waves along x and b along z.
std::function<Vec3(const Vec3&)> plate_mode(int a, int b) {
  return [=](const Vec3& v) {
    return Vec3{
        0, std::sin(a * kPi * (v.x / kSide + 0.5)) * std::sin(b * kPi * (v.z / kSide + 0.5)), 0};
  };
}

BodyPictureOptions from_above() {
  BodyPictureOptions options;
  options.azimuth = 0, options.elevation = 90;
  return options;
}

// Everything light enough to be the body; the ground is dark.
bool is_body(const PngPixels& p, int x, int y) { return p.lightness(x, y) > 0.30; }

// Place of a single panel: 620 pixels wide in a sheet of 760, under a heading of 62, above a strip
// for its title and the footer.
struct Panel {
  int left = 70, top = 62, right = 690, bottom = 0;
  explicit Panel(const PngPixels& p) : bottom(p.height - 56 - 40) {}
  int middle_x() const { return (left + right) / 2; }
  int middle_y() const { return (top + bottom) / 2; }
};

class BodyPicture : public PngTest {
 protected:
  PngPixels modes(const Mesh& mesh, const std::vector<ModePanel>& panels,
                  const BodyPictureOptions& options = {}) {
    write_mode_picture(folder_ / "a.png", "body", mesh, panels, options);
    return PngPixels(folder_ / "a.png");
  }
  PngPixels single(const Mesh& mesh, const BodyField& field = {},
                   const BodyPictureOptions& options = {}) {
    write_body_picture(folder_ / "a.png", "body", mesh, field, options);
    return PngPixels(folder_ / "a.png");
  }
  template <class Call>
  std::string error(Call call) {
    try {
      call();
    } catch (const Error& e) {
      EXPECT_FALSE(std::filesystem::exists(folder_ / "a.png"));
      return e.what();
    }
    return "no error";
  }
};

TEST_F(BodyPicture, TwelvePanelsStandInFourColumns) {
  const Mesh mesh = plate();
  std::vector<ModePanel> panels;
  for (int i = 0; i < 12; ++i)
    panels.push_back(panel(mesh, "1   100.0 Hz", plate_mode(1 + i % 3, 1 + i / 3)));
  const PngPixels p = modes(mesh, panels);
  // Four panels of (1600 - 2 * 28 - 3 * 14) / 4 = 375 pixels.
  ASSERT_EQ(p.width, 2 * 28 + 4 * 375 + 3 * 14);
  EXPECT_GT(p.height, 800);
  EXPECT_LT(p.height, 1200);
  for (int x = 2; x < p.width; x += 5) {
    EXPECT_NEAR(p.at(x, 2).red, 0.055, 0.003);  // paper
    EXPECT_NEAR(p.at(x, p.height - 3).blue, 0.086, 0.003);
  }
  for (int column = 0; column < 4; ++column) {
    const int left = 28 + column * (375 + 14);
    EXPECT_NEAR(p.at(left + 3, 65).red, 0.118, 0.006);  // ground, light at the top
    int body = 0;
    for (int x = left; x < left + 375; ++x)
      for (int y = 62; y < 62 + 250; ++y) body += is_body(p, x, y);
    EXPECT_GT(body, 375 * 250 / 4) << column;
    EXPECT_LT(body, 375 * 250 * 9 / 10) << column;
  }
}

TEST_F(BodyPicture, OutwardIsRedAndInwardIsBlue) {
  const Mesh mesh = plate();
  for (const double sign : {1.0, -1.0}) {
    const auto mode = plate_mode(2, 1);
    const PngPixels p = modes(
        mesh, {panel(mesh, "2", [&](const Vec3& v) { return sign * mode(v); })}, from_above());
    const Panel at(p);
    const int quarter = (at.right - at.left - 32) / 4;
    const Colour left = p.at(at.middle_x() - quarter, at.middle_y()),
                 right = p.at(at.middle_x() + quarter, at.middle_y());
    // The left half is x < 0, where sin(2 pi (x + 1/2)) > 0.
    const Colour &out = sign > 0 ? left : right, &in = sign > 0 ? right : left;
    EXPECT_GT(out.red, out.blue + 0.3);
    EXPECT_GT(in.blue, in.red + 0.3);
    const Colour corner = p.at(at.left + 22, at.top + 22);
    EXPECT_NEAR(corner.red, corner.blue, 0.08);  // does not move
  }
}

TEST_F(BodyPicture, BothFacesOfAPlateAreSeenFromTheirOwnOutside) {
  const Mesh mesh = plate();
  BodyPictureOptions from_below = from_above();
  from_below.elevation = -90;
  const std::vector<ModePanel> panels = {panel(mesh, "1", plate_mode(1, 1))};
  const PngPixels above = modes(mesh, panels, from_above()),
                  below = modes(mesh, panels, from_below);
  const Panel at(above);
  EXPECT_GT(above.at(at.middle_x(), at.middle_y()).red,
            above.at(at.middle_x(), at.middle_y()).blue + 0.3);
  EXPECT_GT(below.at(at.middle_x(), at.middle_y()).blue,
            below.at(at.middle_x(), at.middle_y()).red + 0.3);
}

TEST_F(BodyPicture, NodalLineIsAThinDarkLine) {
  const Mesh mesh = plate();
  BodyPictureOptions options = from_above();
  for (const bool drawn : {true, false}) {
    options.nodal_lines = drawn;
    const PngPixels p = modes(mesh, {panel(mesh, "2", plate_mode(2, 1))}, options);
    const Panel at(p);
    int dark = 0;
    const double around = p.lightness(at.middle_x() - 6, at.middle_y());
    for (int x = at.middle_x() - 5; x <= at.middle_x() + 5; ++x)
      dark += p.lightness(x, at.middle_y()) < around - 0.1;
    EXPECT_GE(dark, drawn ? 1 : 0);
    EXPECT_LE(dark, drawn ? 3 : 0);
  }
}

// Colour of the body at a part of the panel's width, in the middle of its height there: red > 0.
double redness(const PngPixels& p, double part) {
  const Panel at(p);
  const int x = static_cast<int>(at.left + part * (at.right - at.left));
  double sum = 0;
  int count = 0;
  for (int y = at.top + 1; y < at.bottom; ++y)
    if (is_body(p, x, y)) sum += p.at(x, y).red - p.at(x, y).blue, ++count;
  EXPECT_GT(count, 0);
  return count > 0 ? sum / count : 0;
}

Mesh rod(double length, double radius) {  // along x
  Mesh mesh = box({length, 2 * radius, 2 * radius}, 32);
  for (Vec3& v : mesh.vertices) {
    const double wide = std::max(std::abs(v.y), std::abs(v.z)), far = std::hypot(v.y, v.z);
    if (far > 0) v.y *= wide / far, v.z *= wide / far;
  }
  return mesh;
}

// Nothing of a round rod's torsion is along the normal, a quarter of a square bar's. Its first mode
// turns both ends against each other: one is red, the other blue, with a node in the middle.
TEST_F(BodyPicture, TorsionHasTwoColoursAlongTheAxis) {
  BodyPictureOptions oblique;
  oblique.azimuth = 20, oblique.elevation = 30;
  for (const bool round : {true, false})
    for (const double length : {0.2, 0.5}) {
      const Mesh mesh = round ? rod(length, 0.01) : box({length, 0.02, 0.02}, 32);
      const auto turn = [&](const Vec3& v) { return std::sin(kPi * v.x / length); };
      const PngPixels p = modes(mesh,
                                {panel(mesh, "torsion",
                                       [&](const Vec3& v) {
                                         return turn(v) * Vec3{0, -v.z, v.y};
                                       })},
                                oblique);
      EXPECT_GT(std::abs(redness(p, 0.15)), 0.25) << round << length;
      EXPECT_LT(redness(p, 0.15) * redness(p, 0.85), 0) << round << length;
      // Bending in the same wave has no such halves: the upper side is seen, and it is red or blue
      // in the middle and the other at both ends.
      const PngPixels bent = modes(mesh,
                                   {panel(mesh, "bending",
                                          [&](const Vec3& v) {
                                            return Vec3{0, std::cos(2 * kPi * v.x / length), 0};
                                          })},
                                   oblique);
      EXPECT_GT(redness(bent, 0.1) * redness(bent, 0.9), 0) << round << length;
      EXPECT_LT(redness(bent, 0.1) * redness(bent, 0.5), 0) << round << length;
    }
}

// Sections only turn: a twisted round rod has the outline of the rod at rest.
TEST_F(BodyPicture, ATwistedRodKeepsItsWidth) {
  const Mesh mesh = rod(0.2, 0.02);
  const auto body = [&](double amplitude) {
    BodyPictureOptions options = from_above();
    options.amplitude = amplitude;
    const PngPixels p = modes(mesh,
                              {panel(mesh, "torsion",
                                     [](const Vec3& v) {
                                       return std::sin(kPi * v.x / 0.2) * Vec3{0, -v.z, v.y};
                                     })},
                              options);
    const Panel at(p);
    int count = 0;
    for (int y = at.top + 1; y < at.bottom; ++y) count += is_body(p, at.left + 30, y);
    return count;
  };
  EXPECT_NEAR(body(0.07), body(0), 3);
}

// Also about an axis that is none of the mesh's own, and of a sphere, where every axis is like it.
TEST_F(BodyPicture, TorsionAboutAnyAxisIsSeen) {
  Mesh mesh = rod(0.3, 0.01);
  const Vec3 along = normalized(Vec3{3, 2, 1}, {1, 0, 0}),
             across = normalized(cross(along, {0, 0, 1}), {0, 1, 0}), third = cross(along, across);
  for (Vec3& v : mesh.vertices) v = v.x * along + v.y * across + v.z * third;
  const auto most = [&](const PngPixels& p) {
    const Panel at(p);
    double red = 0, blue = 0;
    for (int y = at.top + 1; y < at.bottom; ++y)
      for (int x = at.left + 1; x < at.right; ++x)
        if (is_body(p, x, y)) {
          red = std::max(red, p.at(x, y).red - p.at(x, y).blue);
          blue = std::max(blue, p.at(x, y).blue - p.at(x, y).red);
        }
    return std::min(red, blue);
  };
  EXPECT_GT(most(modes(mesh, {panel(mesh, "torsion",
                                    [&](const Vec3& v) {
                                      return std::sin(kPi * dot(v, along) / 0.3) * cross(along, v);
                                    })})),
            0.25);
  const Mesh ball = sphere(0.05, 40);
  EXPECT_GT(most(modes(ball, {panel(ball, "torsion",
                                    [](const Vec3& v) {
                                      return cross(Vec3{0, v.y, 0}, v);
                                    })})),
            0.25);
}

// What is neither along the normal nor around or along an axis has no sign to show.
TEST_F(BodyPicture, ShearingOfTheSurfaceStaysGrey) {
  const Mesh mesh = sphere(0.05, 40);
  const PngPixels p = modes(mesh, {panel(mesh, "shear", [](const Vec3& v) {
                              return v.y * cross(v, Vec3{0.05, 0, 0}) +
                                     v.z * cross(v, {0, 0.05, 0}) + v.x * cross(v, {0, 0, 0.05});
                            })});
  const Panel at(p);
  double most = 0;
  for (int y = at.top + 1; y < at.bottom; ++y)
    for (int x = at.left + 1; x < at.right; ++x)
      if (is_body(p, x, y)) most = std::max(most, std::hypot(p.lab(x, y).a, p.lab(x, y).b));
  EXPECT_LT(most, 0.03);
}

// All vertices on a sphere: the picture is a disc, whole and round.
TEST_F(BodyPicture, SphereIsARoundDiscWithoutCracks) {
  const Mesh mesh = sphere(0.05, 30);
  BodyPictureOptions options;
  options.amplitude = 0, options.nodal_lines = false;
  const PngPixels p = modes(mesh,
                            {panel(mesh, "1",
                                   [](const Vec3&) {
                                     return Vec3{0, 1, 0};
                                   })},
                            options);
  const Panel at(p);
  int top = at.bottom, bottom = 0, widest = 0;
  for (int y = at.top + 1; y < at.bottom - 1; ++y) {
    int first = p.width, last = -1, body = 0;
    for (int x = at.left + 1; x < at.right - 1; ++x)
      if (is_body(p, x, y)) first = std::min(first, x), last = x, ++body;
    if (body == 0) continue;
    EXPECT_EQ(body, last - first + 1) << "row " << y;
    top = std::min(top, y), bottom = y;
    widest = std::max(widest, last - first + 1);
  }
  EXPECT_NEAR(widest, at.right - at.left - 2 * 16, 2);  // the margin of a panel is 16
  EXPECT_NEAR(bottom - top + 1, widest, 2);
}

// The nearer box hides the farther one, whichever comes first in the list.
TEST_F(BodyPicture, NearerSurfacesHideFartherOnes) {
  BodyPictureOptions from_front;
  from_front.azimuth = 0, from_front.elevation = 0;
  for (const bool near_first : {true, false}) {
    Mesh mesh;
    const Mesh part = box({0.1, 0.1, 0.01}, 4);
    mesh.add(part, {0, 0, near_first ? 0.04 : -0.04});
    mesh.add(part, {0, 0, near_first ? -0.04 : 0.04});
    BodyField field;
    field.label = "depth";
    for (const Vec3& v : mesh.vertices) field.values.push_back(v.z > 0 ? 1 : -1);
    const PngPixels p = single(mesh, field, from_front);
    int red = 0, blue = 0;
    for (int y = 150; y < p.height - 150; ++y)
      for (int x = 200; x < 900; ++x) {
        red += p.at(x, y).red > p.at(x, y).blue + 0.25;
        blue += p.at(x, y).blue > p.at(x, y).red + 0.25;
      }
    EXPECT_GT(red, 50000);
    EXPECT_EQ(blue, 0);
  }
}

TEST_F(BodyPicture, FlatBodiesAreNotSeenEdgeOn) {
  for (const Vec3& size : {Vec3{0.2, 0.002, 0.2}, Vec3{0.2, 0.2, 0.002}, Vec3{0.002, 0.2, 0.2}}) {
    const Mesh mesh = box(size, 6);
    const Vec3 face{size.x < 0.01 ? 1.0 : 0, size.y < 0.01 ? 1.0 : 0, size.z < 0.01 ? 1.0 : 0};
    const PngPixels p = modes(mesh, {panel(mesh, "1", [&](const Vec3&) { return face; })});
    const Panel at(p);
    int body = 0;
    for (int y = at.top; y < at.bottom; ++y)
      for (int x = at.left; x < at.right; ++x) body += is_body(p, x, y);
    EXPECT_GT(body, (at.right - at.left) * (at.bottom - at.top) / 4)
        << size.x << " " << size.y << " " << size.z;
  }
}

TEST_F(BodyPicture, SameBytesForAnyThreadsScaleAndUnusedVertices) {
  Mesh mesh = plate();
  const auto panels = [&](double scale) {
    std::vector<ModePanel> all;
    for (int i = 1; i <= 3; ++i)
      all.push_back(panel(mesh, "mode", [&](const Vec3& v) {
        return is_finite(v) ? scale * plate_mode(i, 1)(v) : v;
      }));
    return all;
  };
  BodyPictureOptions small;
  small.width = 700;
  const int threads = thread_limit();
  modes(mesh, panels(1), small);
  const std::string first = file_bytes(folder_ / "a.png");
  modes(mesh, panels(std::ldexp(1, -40)), small);
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == first) << "scale";
  set_thread_limit(1);
  modes(mesh, panels(std::ldexp(1, 900)), small);
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == first) << "threads";
  set_thread_limit(threads);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  mesh.vertices.push_back({nan, nan, nan});
  modes(mesh, panels(1), small);
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == first) << "unused vertex";
  modes(mesh, panels(-1), small);
  EXPECT_FALSE(file_bytes(folder_ / "a.png") == first) << "the other sign is another picture";
}

TEST_F(BodyPicture, FieldRunsThroughThePalette) {
  const Mesh mesh = plate();
  BodyField field;
  field.label = "height [mm]";
  for (const Vec3& v : mesh.vertices) field.values.push_back(v.x / kSide + 0.5);
  const PngPixels p = single(mesh, field, from_above());
  const int y = (62 + p.height - 28) / 2, middle = (28 + 1200 - 132) / 2;
  EXPECT_GT(p.lightness(middle + 200, y), p.lightness(middle, y) + 0.08);
  EXPECT_LT(p.lightness(middle - 200, y), p.lightness(middle, y) - 0.08);
  // The colour bar: light above, dark below, none when there is no field.
  const int bar = 1200 - 132 + 18 + 10;
  EXPECT_GT(p.lightness(bar, 70), 0.85);
  EXPECT_LT(p.lightness(bar, p.height - 36), 0.45);
  const PngPixels plain = single(mesh, {}, from_above());
  EXPECT_LT(std::hypot(plain.lab(middle, y).a, plain.lab(middle, y).b), 0.02);
}

TEST_F(BodyPicture, FieldWithOneValueIsDrawn) {
  const Mesh mesh = plate();
  for (const double value : {0.0, 7.0, -1e-12}) {
    const BodyField field{std::vector<double>(mesh.vertices.size(), value), "value", {}, {}};
    EXPECT_GT(single(mesh, field).width, 0) << value;
  }
}

TEST_F(BodyPicture, BadMeshesAreRefusedWithTheirPlace) {
  Mesh mesh = plate();
  const std::vector<ModePanel> panels = {panel(mesh, "2   548 Hz", plate_mode(1, 1))};
  const auto draw = [&] { write_mode_picture(folder_ / "a.png", "cymbal", mesh, panels); };

  const auto triangles = mesh.triangles;
  mesh.triangles.clear();
  EXPECT_NE(error(draw).find("0 triangles"), std::string::npos);
  mesh.triangles = triangles;
  mesh.triangles[7][1] = 100000;
  EXPECT_NE(error(draw).find("triangle 7 uses vertex 100000"), std::string::npos);
  mesh.triangles[7][1] = -1;
  EXPECT_NE(error(draw).find("triangle 7 uses vertex -1"), std::string::npos);
  mesh.triangles = triangles;
  const auto vertices = mesh.vertices;
  mesh.vertices[3].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(error(draw).find("vertex 3"), std::string::npos);
  mesh.vertices.assign(vertices.size(), Vec3{1, 2, 3});
  EXPECT_NE(error(draw).find("needs a size"), std::string::npos);
  mesh.vertices = vertices;
  mesh.vertices[3] = {1e308, 0, 0}, mesh.vertices[4] = {-1e308, 0, 0};
  EXPECT_NE(error(draw).find("needs a size"), std::string::npos);
}

TEST_F(BodyPicture, BadDisplacementsAreRefusedWithTheirPanel) {
  const Mesh mesh = plate();
  const ModePanel good = panel(mesh, "2   548 Hz", plate_mode(1, 1));
  const auto draw = [&](const std::vector<ModePanel>& panels) {
    return error([&] { write_mode_picture(folder_ / "a.png", "cymbal", mesh, panels); });
  };
  EXPECT_NE(draw({}).find("0 panels"), std::string::npos);
  EXPECT_NE(draw(std::vector<ModePanel>(25, good)).find("25 panels"), std::string::npos);
  ModePanel bad = good;
  bad.displacement.pop_back();
  EXPECT_NE(draw({good, bad}).find("'2   548 Hz'"), std::string::npos);
  bad = good;
  bad.displacement[11].z = std::numeric_limits<double>::infinity();
  EXPECT_NE(draw({good, bad}).find("vertex 11"), std::string::npos);
  bad.displacement.assign(mesh.vertices.size(), Vec3{});
  EXPECT_NE(draw({good, bad}).find("no vertex of the surface moves"), std::string::npos);
}

TEST_F(BodyPicture, BadFieldsAndOptionsAreRefused) {
  const Mesh mesh = plate();
  BodyField field{std::vector<double>(mesh.vertices.size(), 1.0), "thickness", {}, {}};
  const auto draw = [&](const BodyPictureOptions& options = {}) {
    return error([&] { write_body_picture(folder_ / "a.png", "vase", mesh, field, options); });
  };
  field.values.pop_back();
  EXPECT_NE(draw().find("thickness"), std::string::npos);
  field.values.push_back(NAN);
  EXPECT_NE(draw().find("nan"), std::string::npos);
  field.values.back() = 1, field.low = 3, field.high = 2;
  EXPECT_NE(draw().find("from 3 to 2"), std::string::npos);
  field.low = field.high = {};
  BodyPictureOptions options;
  options.elevation = NAN;
  EXPECT_NE(draw(options).find("elevation"), std::string::npos);
  options = {};
  options.width = 10;
  EXPECT_NE(draw(options).find("width"), std::string::npos);
}

// Zero-area triangles, a huge fan around one vertex and an open sheet are drawn, not refused.
TEST_F(BodyPicture, UglyMeshesAreDrawn) {
  Mesh fan;
  fan.vertices.push_back({0, 0, 0});
  constexpr int n = 3000;
  for (int i = 0; i < n; ++i)
    fan.vertices.push_back({std::sin(2 * kPi * i / n), 0, std::cos(2 * kPi * i / n)});
  for (int i = 0; i < n; ++i) fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % n});
  fan.triangles.push_back({5, 5, 5});
  fan.triangles.push_back({1, 2, 2});
  const std::vector<ModePanel> panels = {panel(fan, "1", [](const Vec3&) {
    return Vec3{0, 1, 0};
  })};
  BodyPictureOptions from_below = from_above();
  from_below.elevation = -90;
  const PngPixels p = modes(fan, panels, from_above()), q = modes(fan, panels, from_below);
  const Panel at(p);
  EXPECT_GT(p.at(at.middle_x() + 40, at.middle_y()).red, 0.5);
  EXPECT_GT(q.at(at.middle_x() + 40, at.middle_y()).red, 0.3);  // its back is lit too
}

TEST(DivergingMap, IsGreyAtZeroAndEquallyDarkAtBothEnds) {
  const OkLab zero = to_oklab(diverging_colour(0));
  EXPECT_LT(std::hypot(zero.a, zero.b), 0.002);
  for (const double v : {0.25, 0.5, 1.0}) {
    const OkLab red = to_oklab(diverging_colour(v)), blue = to_oklab(diverging_colour(-v));
    EXPECT_NEAR(red.lightness, blue.lightness, 0.01) << v;
    EXPECT_GT(red.a, 0.02);
    EXPECT_LT(blue.b, -0.02);
    EXPECT_LT(red.lightness, zero.lightness);
  }
  EXPECT_EQ(diverging_colour(NAN).red, diverging_colour(0).red);
  EXPECT_EQ(diverging_colour(9).blue, diverging_colour(1).blue);
}

}  // namespace
}  // namespace peal
