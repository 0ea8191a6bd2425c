#include "tools/import/import_contacts.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "io/data/csv_table.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

constexpr double kG = 9.81, kStep = 1.0 / 240;
const std::string kHeader = "time,body_a,body_b,px,py,pz,nx,ny,nz,impulse\n";

/// A ball that falls and rebounds, and a bar that slides and stops.
struct ContactScene {
  RigidSetup setup;
  Take take;
  ContactImport settings;
  double v = std::sqrt(2 * kG * 0.5), t1 = v / kG, e = 0.6, mass = 0.2;

  ContactScene() {
    setup.bodies = {ball(0.03, mass, {0, 0.53, 0}), bar({0.2, 0.02, 0.02}, 0.3, {1, 0.01, 0})};
    take.begin = 0, take.end = 0.5;
    take.bodies = {{"ball", mass, {}}, {"bar", 0.3, {}}};
    take.tracks.resize(2);
    take.tracks[0].append({0, {{0, 0.53, 0}, {}}, {}, {}});
    take.tracks[0].append({t1, {{0, 0.03, 0}, {}}, {0, -v, 0}, {}});
    take.tracks[0].append({t1, {{0, 0.03, 0}, {}}, {0, e * v, 0}, {}});
    const double rest = 0.5 - t1;
    take.tracks[0].append({0.5,
                           {{0, 0.03 + e * v * rest - 0.5 * kG * rest * rest, 0}, {}},
                           {0, e * v - kG * rest, 0},
                           {}});
    take.tracks[1].append({0, {{1, 0.01, 0}, {}}, {0.25, 0, 0}, {}});
    take.tracks[1].append({0.25, {{1 + 0.25 * 0.25 / 2, 0.01, 0}, {}}, {}, {}});
    settings.step = kStep;
    settings.bodies = {{"ball", 0}, {"bar", 1}};
    settings.suggestion = [](const std::string&) { return "; did you mean 'ball'?"; };
  }
  std::vector<std::string> read(const std::string& text) {
    CsvReader csv(text, "c.csv");
    return import_contacts(csv, setup, settings, take);
  }
  std::string message_of(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

/// Two corners of the bar under its weight at every step; the ball's impact over two steps.
std::string engine_rows(const ContactScene& scene, bool vectors = false) {
  std::string text = vectors ? "time,body_a,body_b,px,py,pz,nx,ny,nz,jx,jy,jz\n" : kHeader;
  const double j = scene.mass * (1 + scene.e) * scene.v;
  const auto row = [&](double t, const char* body, const char* other, const Vec3& p,
                       double impulse) {
    text += fmt::format("{:.9f},{},{},{},{},{},0,1,0,", t, body, other, p.x, p.y, p.z);
    text +=
        vectors ? fmt::format("{},{},0\n", 0.1 * impulse, impulse) : fmt::format("{}\n", impulse);
  };
  const int hit = static_cast<int>(std::ceil(scene.t1 / kStep));
  for (int n = 1; n < 0.5 / kStep; ++n) {
    const double t = n * kStep, weight = 0.3 * kG * kStep;
    const double x = scene.take.tracks[1].position_at(t).x;
    row(t, "bar", "ground", {x + 0.1, 0, 0}, 0.5 * weight);
    row(t, "bar", "", {x - 0.1, 0, 0}, 0.5 * weight);
    if (n == hit) row(t, "ball", "floor", {0, 0, 0}, 0.6 * j);
    if (n == hit + 1) row(t, "ball", "floor", {0, 0, 0}, 0.4 * j);
  }
  return text;
}

TEST(ImportContacts, StepsOfOneContactAreOneImpactOrOneTrack) {
  for (const bool vectors : {false, true}) {
    ContactScene scene;
    EXPECT_TRUE(scene.read(engine_rows(scene, vectors)).empty());
    check(scene.take, "take");
    ASSERT_EQ(scene.take.impacts.size(), 1u);
    const Impact& hit = scene.take.impacts[0];
    EXPECT_EQ(hit.body_a, 0);
    EXPECT_EQ(hit.body_b, kFloor);
    EXPECT_NEAR(hit.time, scene.t1, kStep);
    const double j = scene.mass * (1 + scene.e) * scene.v;
    EXPECT_NEAR(hit.impulse.y, j, 1e-9);
    EXPECT_NEAR(hit.impulse.x, vectors ? 0.1 * j : 0, 1e-9);
    EXPECT_NEAR(hit.closing_speed, scene.v, 1.01 * kStep * kG);
    const double lost = 0.5 * scene.mass * scene.v * scene.v * (1 - scene.e * scene.e);
    EXPECT_NEAR(hit.lost_energy, lost, 0.1 * lost);
    // The bar: slides, then rests; its weight all the time.
    const auto& contacts = scene.take.contacts;
    ASSERT_GT(contacts.size(), 10u);
    EXPECT_LT(contacts.size(), 80u);  // 119 steps of two points
    ContactState last = ContactState::slide;
    for (const ContactSample& c : contacts) {
      EXPECT_EQ(c.body_a, 1);
      EXPECT_EQ(c.track, contacts[0].track);
      if (c.ends) continue;
      EXPECT_NEAR(c.normal_force, 0.3 * kG, 1e-6);
      if (c.time < 0.2) {
        EXPECT_EQ(c.state, ContactState::slide) << c.time;
      }
      if (c.time > 0.25) {
        EXPECT_EQ(c.state, ContactState::rest) << c.time;
      }
      if (c.state != last) {
        EXPECT_LT(norm(c.slip), kStep + 0.003);
      }
      last = c.state;
    }
    EXPECT_EQ(last, ContactState::rest);
    EXPECT_TRUE(contacts.back().ends);
  }
}

TEST(ImportContacts, SlowImpactsAreSummedUp) {
  ContactScene scene;
  std::string text = "time,body_a,body_b,px,py,pz,nx,ny,nz,impulse,closing_speed\n";
  for (int n = 0; n < 40; ++n)
    text +=
        fmt::format("{:.6f},ball,floor,0,{:.6f},0,0,1,0,0.001,{}\n", 0.0101 + 3 * n * kStep,
                    scene.take.tracks[0].position_at(3 * n * kStep).y - 0.03, n == 20 ? 0.3 : 0.02);
  scene.read(text);
  ASSERT_EQ(scene.take.impacts.size(), 1u);
  EXPECT_EQ(scene.take.impacts[0].closing_speed, 0.3);
  int count = 0;
  double impulse = 0;
  for (const ImpactSummary& s : scene.take.summaries) {
    count += s.count;
    impulse += s.impulse;
    EXPECT_NEAR(s.end - s.begin, 0.01, 1e-12);
    EXPECT_EQ(s.closing_speed, 0.02);
  }
  EXPECT_EQ(count, 39);
  EXPECT_NEAR(impulse, 0.039, 1e-9);
}

TEST(ImportContacts, MistakesAreNamed) {
  ContactScene s;
  const auto with = [&](const std::string& row) { return s.message_of(kHeader + row + "\n"); };
  EXPECT_EQ(with("0,bal,floor,0,0,0,0,1,0,1"),
            "c.csv:2: column 'body_a': there is no body 'bal'; did you mean 'ball'?");
  EXPECT_EQ(with("0,floor,,0,0,0,0,1,0,1"), "c.csv:2: 'floor' touches itself");
  EXPECT_EQ(with("0,ball,ball,0,0,0,0,1,0,1"), "c.csv:2: 'ball' touches itself");
  EXPECT_EQ(with("0,ball,floor,0,0,0,0,2,0,1"), "c.csv:2: the normal has length 2; expected 1");
  EXPECT_EQ(with("0,ball,floor,0,0,0,0,1,0,nan"),
            "c.csv:2: column 'impulse': expected a finite number, got 'nan'");
  EXPECT_EQ(with("0.2,ball,floor,0,0,0,0,1,0,1\n0.1,ball,floor,0,0,0,0,1,0,1"),
            "c.csv:3: 0.1 s comes after 0.2 s; sort the rows by time");
  EXPECT_EQ(
      s.message_of("time,body_a,body_b,px,py,pz,nx,ny,nz\n"),
      "c.csv: there is no column 'impulse'; its header is time,body_a,body_b,px,py,pz,nx,ny,nz");
  std::string flipped = kHeader, centimetres = kHeader;
  for (int n = 0; n < 50; ++n) {
    const double y = s.take.tracks[0].position_at(0.001 * n).y;
    flipped += fmt::format("{},ball,floor,0,{},0,0,-1,0,1\n", 0.001 * n, y - 0.03);
    centimetres += fmt::format("{},ball,floor,0,{},0,0,1,0,1\n", 0.001 * n, 100 * (y - 0.03));
  }
  EXPECT_EQ(s.message_of(flipped),
            "c.csv: the normals point from a to b; expected from b to a: swap body_a and body_b");
  EXPECT_NE(s.message_of(centimetres).find("expected world coordinates in metres (--scale)"),
            std::string::npos);
}

TEST(ImportContacts, ThePairMayComeInEitherOrder) {
  ContactScene one, other;
  one.read(kHeader + "0.3200,ball,floor,0,0,0,0,1,0,1\n");
  other.read(kHeader + "0.3200,floor,ball,0,0,0,0,-1,0,1\n");
  ASSERT_EQ(one.take.impacts.size(), 1u);
  ASSERT_EQ(other.take.impacts.size(), 1u);
  EXPECT_EQ(one.take.impacts[0].impulse, other.take.impacts[0].impulse);
  EXPECT_EQ(one.take.impacts[0].normal, other.take.impacts[0].normal);
  EXPECT_EQ(other.take.impacts[0].body_b, kFloor);
}

// 200 000 rows of a pile at rest leave a handful of samples.
TEST(ImportContacts, RowsStream) {
  ContactScene scene;
  scene.take.end = 1000;
  std::string text = kHeader;
  for (int n = 1; n <= 200'000; ++n)
    text += fmt::format("{:.5f},bar,floor,1,0,0,0,1,0,{:.6f}\n", 0.3 + n * kStep,
                        0.3 * kG * kStep * (1 + 0.01 * (n % 3)));
  scene.read(text);
  EXPECT_LT(scene.take.contacts.size(), 20u);
  EXPECT_TRUE(scene.take.impacts.empty());
}

TEST(ImportContacts, TheStepIsFoundInTheFirstRows) {
  ContactScene scene;
  CsvReader csv(engine_rows(scene), "c.csv");
  EXPECT_NEAR(contact_step(csv), kStep, 1e-8);
}

TEST(ImportContacts, ImpactsFarFromEachOtherTellNoStep) {
  for (const int rows : {1, 3, 8}) {
    std::string text = kHeader;
    for (int n = 1; n <= rows; ++n)
      text += fmt::format("{},ball,floor,0,0,0,0,1,0,1\n", 0.3 * std::sqrt(n));
    CsvReader csv(text, "c.csv");
    EXPECT_EQ(contact_step(csv), 0) << rows;
  }
}

// The poses are looked at some time before the row; gravity goes on until then.
TEST(ImportContacts, TheClosingSpeedIsThatOfTheImpactForAnyStep) {
  for (const double step : {1e-4, kStep, 0.04}) {
    ContactScene scene;
    scene.settings.step = step;
    scene.read(kHeader + fmt::format("{:.9f},ball,floor,0,0,0,0,1,0,1\n", scene.t1));
    ASSERT_EQ(scene.take.impacts.size(), 1u);
    EXPECT_NEAR(scene.take.impacts[0].closing_speed, scene.v, 1e-6) << step;
  }
}

TEST(ImportContacts, RowsThatCannotBeMeantAreErrors) {
  const auto says = [](const std::string& row) { return ContactScene().message_of(kHeader + row); };
  EXPECT_NE(says("0.2,ball,floor,50,0,0,0,1,0,1\n").find("c.csv:2: the contact lies 50 m"),
            std::string::npos);
  EXPECT_NE(says("7,ball,floor,0,0,0,0,1,0,1\n").find("all rows are outside 0 s to 0.5 s"),
            std::string::npos);
  EXPECT_NE(says("0.2,ball,floor,0,0,0,0,1,0,-1\n").find("all impulses pull"), std::string::npos);
  EXPECT_NE(says("0.2,ball,floor,0,0,0,0,1,0,1e9\n").find("'impulse': 1e+09 is too large"),
            std::string::npos);
}

}  // namespace
}  // namespace peal
