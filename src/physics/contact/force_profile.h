// How the force of a contact rises and falls: what a scene can ask for.
#pragma once

namespace peal {

/// How the force of a contact of Hertz' duration runs over time.
enum class ForceProfile {
  half_sine,  // as long as the contact
  closest,    // half-sine closest to Hertz' force: 0.877 of the contact time, in its middle
  inelastic   // falls faster than it rises: fall = restitution * rise, rise = half the contact time
};

}  // namespace peal
