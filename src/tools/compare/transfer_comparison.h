// Two transfers held against each other, mode by mode; a is the reference. With vectors A, B of
// complex pressures (far field over all directions, or at places)
//   difference     20 log10 (|B| / |A|)                  level, rms over directions or places [dB]
//   relative L2    |B - A| / |A|                         as they are
//   pattern        min over g of |B - g A| / |B|         without level, sign and phase
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tools/compare/read_transfer.h"

namespace peal {

struct ModeDifference {
  std::size_t a = 0, b = 0;                 // number of the mode in each, from 0
  double frequency_a = 0, frequency_b = 0;  // [Hz]
  double level_a = 0, level_b = 0;          // [dB] re 1 Pa at 1 m (far field) or 1 Pa (places), rms
  double difference = 0;                    // [dB] b over a
  double l2 = 0, pattern = 0;
};

struct TransferComparison {
  std::vector<ModeDifference> modes;  // by a's order; those that both have
  std::vector<std::string> notes;     // how modes were matched, what is doubtful or left out
  std::string measure;                // "far field", "12 places"

  double worst_decibel() const;  // largest |difference|
  double rms_decibel() const;
  double worst_l2() const;
  double worst_pattern() const;
};

/// Modes that belong together: by order when there are equally many that agree in frequency within
/// 1 %, else those that agree within 0.1 %; by order again when hardly any do but the numbers are
/// equal. Says how in `note`.
std::vector<std::pair<std::size_t, std::size_t>> match_modes(const TransferResult& a,
                                                             const TransferResult& b,
                                                             std::string& note);

/// Multipoles are compared in the far field; against pressures they are evaluated at the places.
/// Stops when a place lies inside the sphere, places differ, or no mode can be compared.
TransferComparison compare_transfers(const TransferResult& a, const TransferResult& b);

}  // namespace peal
