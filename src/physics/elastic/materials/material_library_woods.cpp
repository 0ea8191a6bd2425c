// Woods and other grown things. Rows as in material_library_metals.cpp.
// Wood has a grain: across it, it is ten to forty times softer than along it. E along the grain at
// 12 % water; E across is the geometric mean of radial and tangential. Loss is that of a board,
// whose modes bend both ways: 0.005 to 0.012 along, 0.015 to 0.03 across.
#include "physics/elastic/materials/material_library_data.h"

namespace peal {
namespace {
const char* kWood = "wood";

SourceNote wood_loss() {
  return handbook("loss", "0.005 to 0.012 along, 0.015 to 0.03 across the grain");
}
SourceNote across(const std::string& remark) { return {"young_across", "wood-ratios", remark}; }
SourceNote wood_poisson(const std::string& remark) {
  return handbook("poisson", remark + "; taken for all directions");
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
      {{"oak", 12.3e9, 0.35, 680, {1.2e-2}, 0.45, 0.45, 1.3e9},
       kWood,
       "Oak: floors, furniture.",
       {"wood"},
       {5e-3, 3e-2},
       notes({across("white oak: radial 0.163, tangential 0.072 of E along the grain"),
              {"young", "wood-oak", "12.15 GPa; Missouri S&T 1.8e6 psi, 12.4 GPa"},
              {"poisson", "wood-handbook-oak", "nu_LR 0.35"},
              {"density", "mst-wood", "0.68 g/cm^3; white oak 755 kg/m^3"},
              recorded("a board 1.4e-2; handbooks 0.005 to 0.012 along, 0.015 to 0.03 across")})},
      {{"beech", 14.3e9, 0.36, 710, {1.2e-2}, 0.5, 0.45, 1.6e9},
       kWood,
       "Beech: chairs, spoons, toys.",
       {},
       {5e-3, 3e-2},
       notes({across("European beech: radial 0.16, tangential 0.08 of E along the grain"),
              {"young, density", "global-timber", "14.31 GPa, 710 kg/m^3; Gramex 16 GPa, 712"},
              wood_poisson("nu_LR 0.4 to 0.5"),
              wood_loss()})},
      {{"maple", 12.6e9, 0.42, 705, {1.1e-2}, 0.5, 0.45, 1.2e9},
       kWood,
       "Hard maple: floors, drum sticks, violin backs.",
       {},
       {5e-3, 3e-2},
       notes({across("sugar maple: radial 0.132, tangential 0.065 of E along the grain"),
              {"young, poisson", "wood-handbook-maple", "12.6 GPa, nu_LR 0.424"},
              {"density", "timberpolis-maple", "specific gravity 0.71 at 12 % water"},
              wood_loss()})},
      {{"spruce", 12.5e9, 0.37, 440, {1e-2}, 0.45, 0.45, 0.73e9},
       kWood,
       "Spruce: sound boards, beams.",
       {},
       {5e-3, 3e-2},
       notes({across("Sitka spruce: radial 0.078, tangential 0.043 of E along the grain"),
              {"young, density", "gramex", "12.5 GPa, 441 kg/m^3"},
              wood_poisson("nu_LR 0.37 of Sitka spruce"),
              wood_loss()})},
      {{"pine", 10.1e9, 0.33, 550, {1.2e-2}, 0.45, 0.45, 0.75e9},
       kWood,
       "Scots pine: furniture, crates.",
       {},
       {5e-3, 3e-2},
       notes({across("longleaf pine: radial 0.102, tangential 0.055 of E along the grain"),
              {"young, density", "masgro", "10.08 GPa, 550 kg/m^3"},
              wood_poisson("nu_LR 0.3 to 0.35"),
              wood_loss()})},
      {{"walnut", 11.6e9, 0.37, 610, {1.1e-2}, 0.45, 0.45, 0.89e9},
       kWood,
       "Black walnut: furniture, gun stocks.",
       {},
       {5e-3, 3e-2},
       notes({across("black walnut: radial 0.106, tangential 0.056 of E along the grain"),
              {"young", "fpl-walnut", "11.6 GPa dry"},
              wood_poisson("nu_LR 0.5"),
              {"density", "tioga", "609 kg/m^3 at 12 % water"},
              wood_loss()})},
      {{"rosewood", 11.5e9, 0.37, 830, {7e-3}, 0.5, 0.45, 1e9},
       kWood,
       "Indian rosewood: xylophone bars, guitar backs.",
       {},
       {5e-3, 2e-2},
       notes({across("not tabulated, as other hardwoods"),
              {"young", "fpl-rosewood", "1.66e6 to 1.78e6 psi, 11.4 to 12.3 GPa"},
              {"density", "wood-rosewood", "830 kg/m^3"},
              wood_poisson("not tabulated, as other hardwoods"),
              handbook("loss", "about 0.006, the wood of xylophones")})},
      {{"balsa", 3.4e9, 0.23, 160, {1.4e-2}, 0.35, 0.5, 0.089e9},
       kWood,
       "Balsa: models.",
       {},
       {5e-3, 3e-2},
       notes({across("radial 0.046, tangential 0.015 of E along the grain"),
              {"young", "balsa", "3400 MPa in bending"},
              wood_poisson("nu_LR 0.23"),
              handbook("density", "160 kg/m^3 at 12 % water"),
              wood_loss()})},
      {{"mdf", 4e9, 0.25, 750, {2e-2}, 0.4, 0.45},
       kWood,
       "Medium density fibre board: shelves, loudspeaker boxes.",
       {"fibreboard", "fiberboard"},
       {1e-2, 3e-2},
       notes({{"young", "toolbox-young", "4 GPa"},
              handbook("poisson, density", "0.25, 700 to 800 kg/m^3"),
              handbook("loss", "more than solid wood")})},
  };
}

std::vector<LibraryMaterial> library_others() {
  const std::string group = "other";
  return {
      {{"bone", 18e9, 0.30, 1900, {1e-2}, 0.5, 0.4},
       group,
       "Compact bone along its length (an isotropic stand-in): dice, clappers.",
       {},
       {5e-3, 2e-2},
       {{"young", "toolbox-young", "compact bone: 18 GPa"},
        {"poisson", "bone-lamellae", "0.3 assumed, moduli 7 to 25 GPa"},
        {"density", "halliday", "1900 kg/m^3"},
        handbook("loss"),
        chosen("restitution, friction", "near hardwood")}},
      {{"cork", 35e6, 0.10, 200, {0.15}, 0.45, 0.5},
       group,
       "Cork: stoppers, mats; it thuds.",
       {"carpet"},
       {0.1, 0.3},
       {{"young, poisson, density", "granta-cork", "25 to 50 MPa, 0.08 to 0.4, 177 to 218 kg/m^3"},
        {"loss", "granta-cork", "0.1 to 0.3"},
        chosen("restitution, friction")}},
  };
}

}  // namespace peal
