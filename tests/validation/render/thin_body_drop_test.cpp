// Thin discs dropped on a thick floor: finite-element modes and coupled blows against the modal
// sums of Kirchhoff plates (tests/data/impact/thin_body_drop.csv, made by another program). Where
// the energy of a blow goes: rebound and vibration.
#include <gtest/gtest.h>

#include <map>

#include "base/constants.h"
#include "emission/body_sound.h"
#include "models/bodies/body_geometry.h"
#include "physics/contact/hertz.h"
#include "sources/blow_response.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

std::map<std::string, Material> materials() {
  std::map<std::string, Material> out;
  for (const CsvRow& row : csv_rows("impact/materials.csv")) {
    Material m;
    m.young = row["E"], m.poisson = row["nu"], m.density = row["rho"];
    m.damping = {0, 0, {}};
    out[row.text("material")] = m;
  }
  return out;
}

struct Drop {
  ImpactResponse response;
  double energy, restitution, time;
};

Drop disc_on_floor(const CsvRow& row, MeshLevel level) {
  const auto known = materials();
  const Material& disc = known.at(row.text("material"));
  const Material& floor = known.at(row.text("floor"));
  BodySoundRequest request;
  request.shape = CoinShape{row["a"], row["h"], 0, row["h"]};
  request.material = disc;
  request.level = level;
  request.radiation = Radiation::transfer;
  ModesLibrary library;
  const BodySound body(request, library);
  const ImpactLadder ladder(body.contact_poles(), 48000);
  // The disc's axis is one of the body frame's.
  const Vec3 axis = rotate_back(body_geometry(request.shape)->frame.axes, Vec3{0, 1, 0});
  const Vec3 across =
      normalized(cross(axis, std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 0, 1}));
  const RestingSide sides[2] = {
      {&body, &ladder, row["r_rel"] * row["a"] * across - row["h"] / 2 * axis, axis}, {}};
  const HertzPair pair{row["R"], row["meff"],
                       reduced(plane_strain_modulus(disc), plane_strain_modulus(floor))};
  const double speed = row["v"];
  BlowResponses responses;
  ImpactPair blow;
  blow.mobility = 1 / row["meff"];
  blow.spring = {hertz_contact(pair, speed).stiffness, 0};
  blow.speed = speed;
  return {responses.of(sides, blow), row["E_modes"], row["e"], row["tauH"]};
}

void expect_as_plate_theory(const CsvRow& row, MeshLevel level, double tolerance) {
  SCOPED_TRACE(row.text("material") + " on " + row.text("floor") + " at " + row.text("r_rel"));
  const Drop d = disc_on_floor(row, level);
  EXPECT_NEAR(d.response.modes[0] / d.response.kinetic / d.energy, 1, tolerance);
  EXPECT_NEAR(d.response.restitution, d.restitution, 0.02);
}

bool is_coin(const CsvRow& row) { return row["a"] < 0.02; }

TEST(ThinBodyDrop, VibrationsOfAPlateTakeWhatItsTheorySays) {
  for (const CsvRow& row : csv_rows("impact/thin_body_drop.csv"))
    if (row.text("material") == "porcelain" &&
        !(row["r_rel"] == 1 && row.text("floor") == "granite"))
      expect_as_plate_theory(row, MeshLevel::draft, 0.05);
}

// Meshes that resolve 20 kHz on all of them.
TEST(ThinBodyDropSlow, VibrationsOfDiscsTakeWhatPlateTheorySays) {
  for (const CsvRow& row : csv_rows("impact/thin_body_drop.csv"))
    if (!is_coin(row)) expect_as_plate_theory(row, MeshLevel::normal, 0.05);
}

// A coin is a twelfth as thick as wide: shear makes it softer than the plate of Kirchhoff, and it
// takes up to an eighth more.
TEST(ThinBodyDrop, ACoinTakesALittleMoreThanAThinPlate) {
  for (const CsvRow& row : csv_rows("impact/thin_body_drop.csv")) {
    if (!is_coin(row)) continue;
    const Drop d = disc_on_floor(row, MeshLevel::normal);
    const double ratio = d.response.modes[0] / d.response.kinetic / d.energy;
    EXPECT_GT(ratio, 1) << row.text("floor");
    EXPECT_LT(ratio, 1.15) << row.text("floor");
  }
}

}  // namespace
}  // namespace peal
