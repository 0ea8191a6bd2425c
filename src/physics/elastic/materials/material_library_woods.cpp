// Woods and other grown things. Rows as in material_library_metals.cpp.
// Wood is orthotropic: across the grain it is ten to twenty times softer than along it. The solid
// of Peal is isotropic, so these are stand-ins with Young's modulus and density along the grain at
// 12 % water: good for a bar or a stick, too stiff across the grain for a board.
#include "physics/elastic/materials/material_library_data.h"

namespace peal {
namespace {
const char* kWood = "wood";

SourceNote wood_loss() { return handbook("loss", "dry wood along the grain loses 0.006 to 0.02"); }
SourceNote wood_poisson(const std::string& remark) {
  return handbook("poisson", remark + "; for an isotropic stand-in it has to stay below 0.5");
}
std::vector<SourceNote> wood_contact() {
  return {{"restitution", "bounce", "wooden ball on a hard floor: 0.6; boards and end grain less"},
          {"friction", "friction-hill", "wood on wood: 0.5 at rest, 0.3 sliding"}};
}
std::vector<SourceNote> notes(std::vector<SourceNote> own) {
  for (SourceNote& note : wood_contact()) own.push_back(std::move(note));
  return own;
}

}  // namespace

std::vector<LibraryMaterial> library_woods() {
  return {
      {{"oak", 12.3e9, 0.35, 680, {60, 2e-6, 0}, 0.45, 0.45},
       kWood,
       "Oak along the grain (an isotropic stand-in): floors, furniture.",
       {"wood"},
       1e-2,
       {0.22, 0.099, 0.0068},
       notes({{"young", "wood-oak", "12.15 GPa; Missouri S&T 1.8e6 psi, 12.4 GPa"},
              {"poisson", "wood-handbook-oak", "nu_LR 0.35"},
              {"density", "mst-wood", "0.68 g/cm^3; white oak 755 kg/m^3"},
              wood_loss(),
              chosen("damping", "a board: T60 0.1 to 0.2 s")})},
      {{"beech", 14.3e9, 0.36, 710, {55, 1.8e-6, 0}, 0.5, 0.45},
       kWood,
       "Beech along the grain (an isotropic stand-in): chairs, spoons, toys.",
       {},
       1e-2,
       {0.24, 0.11, 0.0076},
       notes({{"young, density", "global-timber", "14.31 GPa, 710 kg/m^3; Gramex 16 GPa, 712"},
              wood_poisson("nu_LR 0.4 to 0.5"),
              wood_loss(),
              chosen("damping", "a board")})},
      {{"maple", 12.6e9, 0.42, 705, {50, 1.6e-6, 0}, 0.5, 0.45},
       kWood,
       "Hard maple along the grain (an isotropic stand-in): floors, drum sticks, violin backs.",
       {},
       9e-3,
       {0.26, 0.12, 0.0085},
       notes({{"young, poisson", "wood-handbook-maple", "12.6 GPa, nu_LR 0.424"},
              {"density", "timberpolis-maple", "specific gravity 0.71 at 12 % water"},
              wood_loss(),
              chosen("damping", "a board")})},
      {{"spruce", 12.5e9, 0.37, 440, {45, 1.3e-6, 0}, 0.45, 0.45},
       kWood,
       "Spruce along the grain (an isotropic stand-in): sound boards, beams.",
       {},
       8e-3,
       {0.29, 0.14, 0.010},
       notes({{"young, density", "gramex", "12.5 GPa, 441 kg/m^3"},
              wood_poisson("nu_LR 0.37 of Sitka spruce"),
              wood_loss(),
              chosen("damping", "a board; the least of the building woods")})},
      {{"pine", 10.1e9, 0.33, 550, {60, 1.8e-6, 0}, 0.45, 0.45},
       kWood,
       "Scots pine along the grain (an isotropic stand-in): furniture, crates.",
       {},
       1e-2,
       {0.22, 0.11, 0.0075},
       notes({{"young, density", "masgro", "10.08 GPa, 550 kg/m^3"},
              wood_poisson("nu_LR 0.3 to 0.35"),
              wood_loss(),
              chosen("damping", "a board")})},
      {{"walnut", 11.6e9, 0.37, 610, {55, 1.7e-6, 0}, 0.45, 0.45},
       kWood,
       "Black walnut along the grain (an isotropic stand-in): furniture, gun stocks.",
       {},
       9e-3,
       {0.24, 0.11, 0.0080},
       notes({{"young", "fpl-walnut", "11.6 GPa dry"},
              wood_poisson("nu_LR 0.5"),
              {"density", "tioga", "609 kg/m^3 at 12 % water"},
              wood_loss(),
              chosen("damping", "a board")})},
      {{"rosewood", 11.5e9, 0.37, 830, {25, 7e-7, 0}, 0.5, 0.45},
       kWood,
       "Indian rosewood along the grain (an isotropic stand-in): xylophone bars, guitar backs.",
       {},
       6e-3,
       {0.53, 0.26, 0.019},
       notes({{"young", "fpl-rosewood", "1.66e6 to 1.78e6 psi, 11.4 to 12.3 GPa"},
              {"density", "wood-rosewood", "830 kg/m^3"},
              wood_poisson("not tabulated, as other hardwoods"),
              handbook("loss", "about 0.006, the wood of xylophones"),
              chosen("damping", "a xylophone bar on its cords")})},
      {{"balsa", 3.4e9, 0.23, 160, {70, 2.5e-6, 0}, 0.35, 0.5},
       kWood,
       "Balsa along the grain (an isotropic stand-in): models.",
       {},
       1.2e-2,
       {0.19, 0.082, 0.0054},
       notes({{"young", "balsa", "3400 MPa in bending"},
              wood_poisson("nu_LR 0.23"),
              handbook("density", "160 kg/m^3 at 12 % water"),
              wood_loss(),
              chosen("damping", "a stick")})},
      {{"mdf", 4e9, 0.25, 750, {90, 3e-6, 0}, 0.4, 0.45},
       kWood,
       "Medium density fibre board: shelves, loudspeaker boxes.",
       {"fibreboard", "fiberboard"},
       2e-2,
       {0.15, 0.066, 0.0045},
       notes({{"young", "toolbox-young", "4 GPa"},
              handbook("poisson, density", "0.25, 700 to 800 kg/m^3"),
              handbook("loss", "more than solid wood"),
              chosen("damping", "a shelf")})},
  };
}

std::vector<LibraryMaterial> library_others() {
  const std::string group = "other";
  return {
      {{"bone", 18e9, 0.30, 1900, {60, 1.5e-6, 0}, 0.5, 0.4},
       group,
       "Compact bone along its length (an isotropic stand-in): dice, clappers.",
       {},
       1e-2,
       {0.22, 0.12, 0.0090},
       {{"young", "toolbox-young", "compact bone: 18 GPa"},
        {"poisson", "bone-lamellae", "0.3 assumed, moduli 7 to 25 GPa"},
        {"density", "halliday", "1900 kg/m^3"},
        handbook("loss"),
        chosen("damping", "dry bone, near hardwood"),
        chosen("restitution, friction", "near hardwood")}},
      {{"cork", 35e6, 0.10, 200, {250, 1.5e-5, 0}, 0.45, 0.5},
       group,
       "Cork: stoppers, mats; it thuds.",
       {},
       0.1,
       {0.051, 0.016, 0.00092},
       {{"young, poisson, density", "granta-cork", "25 to 50 MPa, 0.08 to 0.4, 177 to 218 kg/m^3"},
        {"loss", "granta-cork", "0.1 to 0.3"},
        chosen("damping", "the material"),
        chosen("restitution, friction")}},
  };
}

}  // namespace peal
