// Plastics and rubber at room temperature. Rows as in material_library_metals.cpp.
// Their moduli grow with frequency; the values are those of slow tests, except where a note says
// otherwise. Their loss changes by about a factor of two per decade where a relaxation is near: it
// falls (exponent -0.3) above that of acrylic, nylon, polyethylene and polypropylene, and grows
// (0.3) towards that of rubber.
#include "physics/elastic/materials/material_library_data.h"

namespace peal {
namespace {

std::vector<LibraryMaterial> plastics() {
  const std::string group = "plastic";
  const auto polymer_loss = [](const std::string& range) {
    return handbook("loss", range + " near 1 kHz");
  };
  const SourceNote hard_ball{"restitution", "bounce",
                             "hollow hard plastic ball on a hard floor: 0.69"};
  return {
      {{"abs", 2.3e9, 0.40, 1050, {8e-3}, 0.6, 0.35},
       group,
       "ABS: toy bricks, housings.",
       {"plastic"},
       {5e-3, 4.5e-2},
       {{"young, poisson, density", "granta-abs",
         "2 to 2.9 GPa, 0.394 to 0.422, 1020 to 1080 kg/m^3"},
        recorded("a scoop 7e-3 between 0.8 and 6 kHz; slow tests, the Granta data sheet, 0.014 to "
                 "0.045"),
        hard_ball,
        {"friction", "abs-friction", "sliding on steel: 0.35"}}},
      {{"acrylic", 3.2e9, 0.37, 1190, {4e-2, -0.3}, 0.6, 0.45},
       group,
       "Acrylic glass, PMMA: panes, rods.",
       {"pmma", "plexiglass", "perspex"},
       {2e-2, 7e-2},
       {{"young, poisson, density", "pmma", "3.30 GPa, 0.37, 1190 kg/m^3; MakeItFrom 3.2 GPa"},
        polymer_loss("0.02 to 0.07"),
        hard_ball,
        {"friction", "pmma", "on steel: 0.45 to 0.5"}}},
      {{"polycarbonate", 2.4e9, 0.37, 1200, {1.5e-2}, 0.6, 0.4},
       group,
       "Polycarbonate: discs, visors, cups.",
       {},
       {5e-3, 2e-2},
       {{"young, poisson, density", "dirac-delta", "2.0 to 2.4 GPa, 0.37, 1200 to 1220 kg/m^3"},
        polymer_loss("0.005 to 0.02"),
        hard_ball,
        chosen("friction")}},
      {{"nylon", 2.7e9, 0.40, 1140, {3e-2, -0.3}, 0.6, 0.3},
       group,
       "Nylon 6/6: gears, picks.",
       {"polyamide"},
       {1e-2, 6e-2},
       {{"young, density", "engineers-edge", "390e3 psi, 2.7 GPa; specific gravity 1.14"},
        {"poisson", "gere", "0.4"},
        polymer_loss("0.01 to 0.06, with the water in it"),
        chosen("restitution, friction")}},
      {{"hdpe", 1.0e9, 0.40, 950, {6e-2, -0.3}, 0.5, 0.25},
       group,
       "High density polyethylene: bottles, crates, cutting boards.",
       {"polyethylene"},
       {3e-2, 1e-1},
       {{"young, poisson", "gere", "0.7 to 1.4 GPa, 0.4"},
        {"density", "toolbox-polymers", "950 kg/m^3"},
        polymer_loss("0.03 to 0.1"),
        chosen("restitution, friction", "waxy")}},
      {{"polypropylene", 1.3e9, 0.42, 900, {6e-2, -0.3}, 0.5, 0.3},
       group,
       "Polypropylene: boxes, yoghurt pots.",
       {},
       {4e-2, 1e-1},
       {{"young, density", "toolbox-polymers", "1.3 GPa, 900 kg/m^3"},
        handbook("poisson"),
        polymer_loss("0.04 to 0.1"),
        chosen("restitution, friction")}},
      {{"polystyrene", 3.3e9, 0.34, 1050, {2e-2}, 0.6, 0.4},
       group,
       "Solid polystyrene: disposable cups, model kits; not the foam.",
       {},
       {1.5e-2, 3.7e-2},
       {{"young, density", "toolbox-polymers", "3.4 GPa, 1050 kg/m^3"},
        {"poisson", "toolbox-poisson", "0.34"},
        polymer_loss("0.015 to 0.037"),
        hard_ball,
        chosen("friction")}},
      {{"pvc", 3.0e9, 0.40, 1380, {2e-2}, 0.55, 0.4},
       group,
       "Rigid PVC: pipes, profiles.",
       {},
       {1e-2, 4e-2},
       {{"young", "toolbox-polymers", "3.4 GPa; the ecourses table 0.4e6 psi, 2.8 GPa"},
        handbook("poisson"),
        {"density", "engineers-edge", "specific gravity 1.39"},
        polymer_loss("0.02 to 0.03"),
        chosen("restitution, friction")}},
      {{"epoxy", 3.0e9, 0.35, 1200, {2e-2}, 0.5, 0.4},
       group,
       "Cast epoxy resin without fibres.",
       {},
       {1e-2, 4e-2},
       {{"young", "toolbox-young", "2 to 3 GPa"},
        handbook("poisson"),
        {"density", "plastics-table", "1100 to 1400 kg/m^3"},
        polymer_loss("0.02"),
        chosen("restitution, friction")}},
  };
}

std::vector<LibraryMaterial> rubbers() {
  const std::string group = "rubber";
  const SourceNote grip{"friction", "friction-hill",
                        "rubber on dry concrete: 1.0 at rest, 0.7 sliding"};
  return {
      {{"rubber", 3e6, 0.48, 1100, {0.1, 0.3}, 0.75, 0.9},
       group,
       "Soft vulcanised rubber: balls, erasers, feet of machines. It does not ring.",
       {"soft-rubber"},
       {0.05, 0.3},
       {{"young, poisson", "triton", "average: 400 psi, 2.8 MPa, 0.48"},
        {"density", "mst", "60 to 80 lb/ft^3, 960 to 1280 kg/m^3"},
        handbook("loss", "0.05 to 0.5, more with filler"),
        {"restitution", "bounce", "ball of rubber bands on a hard floor: 0.83"},
        grip}},
      {{"hard-rubber", 50e6, 0.46, 1200, {0.1, 0.3}, 0.6, 0.8},
       group,
       "Filled, hard rubber: wheels, hockey pucks.",
       {},
       {0.05, 0.3},
       {{"young, poisson", "gere", "10 to 100 MPa, 0.45 to 0.5"},
        {"density", "mst", "60 to 80 lb/ft^3, 960 to 1280 kg/m^3"},
        handbook("loss", "0.1 and more"),
        chosen("restitution", "less lively than soft rubber"),
        grip}},
  };
}

}  // namespace

std::vector<LibraryMaterial> library_plastics() {
  std::vector<LibraryMaterial> all = plastics();
  for (LibraryMaterial& entry : rubbers()) all.push_back(std::move(entry));
  return all;
}

}  // namespace peal
