// Modes above the band that is heard: a contact feels them. A small body gives way where it is hit
// through modes far above hearing (a coin: five pairs below 80 kHz, one below 20 kHz); without them
// its blows would be several decibels too loud.
#pragma once
#include "models/bodies/body_modes.h"

namespace peal {

/// How many modes lie below a frequency [Hz]: bending waves of a wall of the body's mean thickness
/// h = 2 V/S on half its surface, N = (S/2) omega sqrt(rho h / D) / 4 pi, and waves of its volume
/// (Weyl), N = (4 pi/3) V f^3 (2/c_T^3 + 1/c_L^3). Within a factor of two for things of one piece.
double expected_modes(const BodyModesRequest& request, double frequency);

/// [Hz] up to which the modes of a body are computed: its max_frequency, and of a body of few modes
/// as far as a hundred of them reach, 100 kHz at most.
double contact_frequency(const BodyModesRequest& request);

/// The same request with all modes that a contact feels.
BodyModesRequest with_contact_modes(const BodyModesRequest& request);

}  // namespace peal
