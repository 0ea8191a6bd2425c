// Plastics and rubber at room temperature. Rows as in material_library_metals.cpp.
// Their moduli grow and their loss changes with frequency; the values are those of slow tests,
// except where a note says otherwise.
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
      {{"abs", 2.3e9, 0.40, 1050, {140, 3e-6, 0}, 0.6, 0.35},
       group,
       "ABS: toy bricks, housings.",
       {"plastic"},
       2e-2,
       {0.095, 0.053, 0.0045},
       {{"young, poisson, density", "granta-abs",
         "2 to 2.9 GPa, 0.394 to 0.422, 1020 to 1080 kg/m^3"},
        {"loss", "granta-abs", "0.014 to 0.045"},
        chosen("damping", "a housing: T60 below 0.1 s"),
        hard_ball,
        {"friction", "abs-friction", "sliding on steel: 0.35"}}},
      {{"acrylic", 3.2e9, 0.37, 1190, {120, 2.5e-6, 0}, 0.6, 0.45},
       group,
       "Acrylic glass, PMMA: panes, rods.",
       {"pmma", "plexiglass", "perspex"},
       3e-2,
       {0.11, 0.063, 0.0053},
       {{"young, poisson, density", "pmma", "3.30 GPa, 0.37, 1190 kg/m^3; MakeItFrom 3.2 GPa"},
        polymer_loss("0.02 to 0.05"),
        chosen("damping", "a pane"),
        hard_ball,
        {"friction", "pmma", "on steel: 0.45 to 0.5"}}},
      {{"polycarbonate", 2.4e9, 0.37, 1200, {100, 1.5e-6, 0}, 0.6, 0.4},
       group,
       "Polycarbonate: discs, visors, cups.",
       {},
       1.5e-2,
       {0.14, 0.087, 0.0087},
       {{"young, poisson, density", "dirac-delta", "2.0 to 2.4 GPa, 0.37, 1200 to 1220 kg/m^3"},
        polymer_loss("0.01 to 0.02"),
        chosen("damping", "a disc"),
        hard_ball,
        chosen("friction")}},
      {{"nylon", 2.7e9, 0.40, 1140, {160, 4e-6, 0}, 0.6, 0.3},
       group,
       "Nylon 6/6: gears, picks.",
       {"polyamide"},
       3e-2,
       {0.083, 0.043, 0.0034},
       {{"young, density", "engineers-edge", "390e3 psi, 2.7 GPa; specific gravity 1.14"},
        {"poisson", "gere", "0.4"},
        polymer_loss("0.02 to 0.05, with the water in it"),
        chosen("damping", "a gear"),
        chosen("restitution, friction")}},
      {{"hdpe", 1.0e9, 0.40, 950, {220, 8e-6, 0}, 0.5, 0.25},
       group,
       "High density polyethylene: bottles, crates, cutting boards.",
       {"polyethylene"},
       6e-2,
       {0.059, 0.026, 0.0017},
       {{"young, poisson", "gere", "0.7 to 1.4 GPa, 0.4"},
        {"density", "toolbox-polymers", "950 kg/m^3"},
        polymer_loss("0.05 to 0.1"),
        chosen("damping", "a bottle"),
        chosen("restitution, friction", "waxy")}},
      {{"polypropylene", 1.3e9, 0.42, 900, {180, 6e-6, 0}, 0.5, 0.3},
       group,
       "Polypropylene: boxes, yoghurt pots.",
       {},
       5e-2,
       {0.073, 0.033, 0.0023},
       {{"young, density", "toolbox-polymers", "1.3 GPa, 900 kg/m^3"},
        handbook("poisson"),
        polymer_loss("0.03 to 0.08"),
        chosen("damping", "a box"),
        chosen("restitution, friction")}},
      {{"polystyrene", 3.3e9, 0.34, 1050, {100, 1.3e-6, 0}, 0.6, 0.4},
       group,
       "Solid polystyrene: disposable cups, model kits; not the foam.",
       {},
       1.5e-2,
       {0.14, 0.091, 0.0100},
       {{"young, density", "toolbox-polymers", "3.4 GPa, 1050 kg/m^3"},
        {"poisson", "toolbox-poisson", "0.34"},
        polymer_loss("0.01 to 0.02"),
        chosen("damping", "a cup"),
        hard_ball,
        chosen("friction")}},
      {{"pvc", 3.0e9, 0.40, 1380, {120, 2e-6, 0}, 0.55, 0.4},
       group,
       "Rigid PVC: pipes, profiles.",
       {},
       2e-2,
       {0.11, 0.069, 0.0066},
       {{"young", "toolbox-polymers", "3.4 GPa; the ecourses table 0.4e6 psi, 2.8 GPa"},
        handbook("poisson"),
        {"density", "engineers-edge", "specific gravity 1.39"},
        polymer_loss("0.02 to 0.03"),
        chosen("damping", "a pipe"),
        chosen("restitution, friction")}},
      {{"epoxy", 3.0e9, 0.35, 1200, {110, 2e-6, 0}, 0.5, 0.4},
       group,
       "Cast epoxy resin without fibres.",
       {},
       2e-2,
       {0.12, 0.073, 0.0066},
       {{"young", "toolbox-young", "2 to 3 GPa"},
        handbook("poisson"),
        {"density", "plastics-table", "1100 to 1400 kg/m^3"},
        polymer_loss("0.02"),
        chosen("damping", "a casting"),
        chosen("restitution, friction")}},
  };
}

std::vector<LibraryMaterial> rubbers() {
  const std::string group = "rubber";
  const SourceNote grip{"friction", "friction-hill",
                        "rubber on dry concrete: 1.0 at rest, 0.7 sliding"};
  return {
      {{"rubber", 3e6, 0.48, 1100, {200, 4e-5, 0}, 0.75, 0.9},
       group,
       "Soft vulcanised rubber: balls, erasers, feet of machines. It does not ring.",
       {"soft-rubber"},
       0.1,
       {0.052, 0.0078, 0.00035},
       {{"young, poisson", "triton", "average: 400 psi, 2.8 MPa, 0.48"},
        {"density", "mst", "60 to 80 lb/ft^3, 960 to 1280 kg/m^3"},
        handbook("loss", "0.05 to 0.5, more with filler"),
        chosen("damping", "the material"),
        {"restitution", "bounce", "ball of rubber bands on a hard floor: 0.83"},
        grip}},
      {{"hard-rubber", 50e6, 0.46, 1200, {250, 1.2e-5, 0}, 0.6, 0.8},
       group,
       "Filled, hard rubber: wheels, hockey pucks.",
       {},
       0.1,
       {0.051, 0.019, 0.0011},
       {{"young, poisson", "gere", "10 to 100 MPa, 0.45 to 0.5"},
        {"density", "mst", "60 to 80 lb/ft^3, 960 to 1280 kg/m^3"},
        handbook("loss", "0.1 and more"),
        chosen("damping", "the material"),
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
