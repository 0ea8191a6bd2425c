// Elastic constants are round room-temperature values as engineering tables give them; oak along
// the grain, concrete of ordinary strength. Damping alpha, beta: 2 xi omega = alpha + beta omega^2
// [1/s].
//   aluminium as the struck rod of Schweickart et al. 2017 (alpha 3, beta 2e-9); steel, glass and
//   oak of the size usual in modal sound synthesis; brass between steel and aluminium; concrete for
//   a loss factor near 0.015 at 1 kHz. Damping of real pieces varies by more than a factor of two:
//   a scene that wants to match a recording declares its own.
// Restitution and friction stand for one side of a pair of ordinary dry surfaces at a few m/s.
#include "scene/materials.h"

namespace peal {

const std::vector<Material>& built_in_materials() {
  static const std::vector<Material> materials{
      // name, E [Pa], nu, rho [kg/m^3], {alpha [1/s], beta [s], gamma [1/s^3]}, restitution,
      // friction
      {"steel", 200e9, 0.29, 7850, {5, 3e-8, 0}, 0.6, 0.4},
      {"aluminium", 70e9, 0.33, 2700, {3, 2e-9, 0}, 0.5, 0.4},
      {"brass", 100e9, 0.34, 8500, {4, 1e-8, 0}, 0.5, 0.35},
      {"glass", 72e9, 0.22, 2500, {1, 1e-7, 0}, 0.65, 0.4},
      {"oak", 12.3e9, 0.35, 680, {60, 2e-6, 0}, 0.45, 0.45},
      {"concrete", 33e9, 0.2, 2400, {60, 1e-6, 0}, 0.5, 0.6},
  };
  return materials;
}

}  // namespace peal
