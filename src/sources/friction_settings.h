// What a scene says about a friction source, and its declaration.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emission/given/given_modes.h"
#include "io/schema/curve.h"
#include "io/schema/record.h"
#include "physics/contact/friction_kernel.h"

namespace peal {

/// What rings: the object's own modes, or modes that are known without its shape.
struct OwnModes {};
struct ListedModes {
  std::vector<GivenMode> modes;
  double area = 0.01;  // [m^2]
};
struct StringModes {
  double length = 0.65;          // [m]
  double tension = 60;           // [N]
  double density = 5e-4;         // [kg/m]
  double place = 0.1;            // of the length
  double decay = 6;              // [1/s]
  double max_frequency = 10000;  // [Hz]
  double area = 5e-4;            // [m^2] a bridge and its body move far less than the string
};
struct BarModes {
  BarEnds ends = BarEnds::free;
  double length = 0.3;           // [m]
  double bending = 10;           // [N m^2] E I
  double density = 0.5;          // [kg/m]
  double place = 0;              // of the length
  double decay = 5;              // [1/s]
  double max_frequency = 10000;  // [Hz]
  double area = 0.002;           // [m^2]
};
using FrictionResonator = std::variant<OwnModes, ListedModes, StringModes, BarModes>;

struct FrictionExciter {
  double mass = 0.05;            // [kg]
  double damping = 200;          // [1/s]
  double speed = 0;              // [m/s] at time 0
  std::vector<GivenMode> modes;  // that ring where it rubs, besides the mass
  double area = 1e-4;            // [m^2] how much air they move
};

/// The exciter rolls on the resonator while nothing presses it.
struct FrictionRolling {
  double load = 0;          // [N] 0: it does not sound
  double radius = 0.1;      // [m] of curvature
  double roughness = 1e-6;  // [m] rms of the way
};

/// Roughness that the exciter feels along its way: a noise in the force.
struct FrictionUnevenness {
  double strength = 0;     // rms of the noise over the normal force
  double slope = -1;       // of its power over spatial frequency
  double longest = 1e-2;   // [m]
  double shortest = 2e-5;  // [m]
};

enum class RubPath { fixed, circle, line };

struct FrictionSettings {
  std::string object;
  FrictionResonator resonator;
  Vec3 point;               // [m] own frame of the shape
  Vec3 direction{1, 0, 0};  // unit, own frame
  RubPath path = RubPath::fixed;
  FrictionExciter exciter;
  Curve force{0.0};            // [N] on the exciter
  std::optional<Curve> speed;  // [m/s] of an exciter that is led, whatever resists
  Curve resonator_force{0.0};  // [N] on the resonator, from outside
  Curve normal_force{1.0};     // [N]
  FrictionRolling rolling;
  FrictionLaw law;
  FrictionUnevenness roughness;
  bool record = false;
};

inline constexpr Range kForceRange{-1e6, 1e6}, kNormalRange{-1e6, 1e6}, kSpeedRange{-1e3, 1e3};

Record<FrictionSettings> declare_friction();
/// Modes that do not come from the object's shape; nothing for OwnModes.
std::vector<GivenMode> given_modes(const FrictionResonator& resonator);
double radiating_area(const FrictionResonator& resonator);  // [m^2]

}  // namespace peal
