// Tones that can share one run: each is a burst under a Blackman-Harris window, whose spectrum has
// nothing (-92 dB) beyond four lines of 1/duration. Modes at least that far apart, mirror images at
// negative frequencies included, are told apart by their frequency alone.
#pragma once
#include <complex>
#include <span>
#include <vector>

namespace peal {

/// 0 .. 1 .. 0 over 0 <= t <= duration, 0 elsewhere.
double burst_window(double t, double duration);

/// [Hz] between tones of bursts of this duration [s].
double least_gap(double duration);

/// Groups of tones (places in `frequencies`, ascending [Hz]) that keep the gap; few groups.
std::vector<std::vector<int>> chords(std::span<const double> frequencies, double duration);

/// Angular frequency [rad/s] at which the waves of a grid, averaged over directions, are as long as
/// true ones of omega: the seven-point scheme with cells [m] and steps [s].
///   4 sin^2(omega' dt / 2) / (c dt)^2 = mean over directions of sum_i 4 sin^2(k d_i dx / 2) / dx^2
double grid_omega(double omega, double speed_of_sound, double cell, double step);

}  // namespace peal
