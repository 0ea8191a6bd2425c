// Records of sound fields that are known exactly.
#pragma once
#include <cmath>

#include "base/rng.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal::test {

/// On a sphere of `radius`; modes are added by the functions below.
inline TransferRecord empty_record(double radius = 0.1, const Vec3& centre = {}) {
  TransferRecord record;
  record.radius = radius;
  record.centre = centre;
  return record;
}

inline ModeTransfer silent_mode(const TransferRecord& record, double ka, int order) {
  ModeTransfer mode;
  mode.omega = ka / record.radius * record.air.speed_of_sound;
  mode.order = order;
  mode.coefficients.assign(harmonic_count(order), {});
  return mode;
}

inline ModeTransfer single_multipole(const TransferRecord& record, double ka, int l, int m) {
  ModeTransfer mode = silent_mode(record, ka, l);
  mode.coefficients[harmonic_index(l, m)] = {0.7f, -0.4f};
  return mode;
}

/// Random phases; full up to l = ka, then falling by `fall` per order as evanescent waves do.
inline ModeTransfer random_mode(const TransferRecord& record, double ka, int order, double fall,
                                std::uint64_t seed, double size = 1) {
  ModeTransfer mode = silent_mode(record, ka, order);
  KeyedRng random(seed, 0, 0);
  for (int l = 0; l <= order; ++l)
    for (int m = -l; m <= l; ++m) {
      const double s = size * std::pow(fall, std::max(0.0, l - ka));
      mode.coefficients[harmonic_index(l, m)] = {static_cast<float>(s * random.normal()),
                                                 static_cast<float>(s * random.normal())};
    }
  return mode;
}

inline Vec3 random_direction(KeyedRng& random) {
  return normalized(Vec3{random.normal(), random.normal(), random.normal()});
}

/// What TransferField::weights shall give, in doubles.
inline std::complex<double> exact_weight(const TransferRecord& record, const ModeTransfer& mode,
                                         const Vec3& place) {
  const double k = mode.omega / record.air.speed_of_sound;
  return transfer_pressure(record, mode, place) * std::polar(1.0, -k * norm(place));
}

}  // namespace peal::test
