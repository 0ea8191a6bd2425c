#include "engine/engine_rest.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kLoadChange = 0.3;   // part by which the load may change before places are anew
constexpr double kLeastDecay = 1e-3;  // [1/s]
constexpr double kStill = 1e-20;      // [m^2/s^2] 0.1 nm/s

}  // namespace

EngineRest::EngineRest(int contacts, int most_modes)
    : contacts_(contacts), shape_(most_modes), factor_(most_modes) {
  for (Contact& contact : contacts_)
    for (Side& side : contact.side) {
      side.closed.resize(most_modes);
      for (auto& squared : side.squared) squared.resize(most_modes);
    }
}

std::size_t EngineRest::bytes(int contacts, int most_modes) {
  const auto modes = static_cast<std::size_t>(most_modes);
  return modes * (sizeof(double) + sizeof(float)) +
         static_cast<std::size_t>(contacts) *
             (sizeof(Contact) + 2 * (kRestPoints + 1) * sizeof(float) * modes);
}

bool EngineRest::stale(int contact, double load) const noexcept {
  const Contact& c = contacts_[contact];
  return c.places == 0 || std::abs(load - c.load) > kLoadChange * c.load;
}

void EngineRest::make(int contact, const Pair& pair, const EngineRestPlace* places,
                      int count) noexcept {
  Contact& c = contacts_[contact];
  c.places = count, c.load = pair.load, c.restitution = pair.restitution;
  for (int k = 0; k < count; ++k)
    c.spring[k] = rest_spring(places[k].stiffness, pair.load / count, pair.loss, pair.yield);
  for (int s = 0; s < 2; ++s) {
    Side& side = c.side[s];
    side.modes = pair.body[s] ? pair.body[s]->modes() : 0;
    side.any = false;
    std::fill_n(side.closed.begin(), side.modes, 0.0f);
    for (int k = 0; k < count && side.modes > 0; ++k) {
      project(*pair.body[s], places[k].point[s], places[k].normal[s], shape_.data());
      for (int i = 0; i < side.modes; ++i) {
        const double decay = closed_rest_decay(shape_[i], pair.body[s]->poles[i].im, c.spring[k]);
        side.squared[k][i] = static_cast<float>(shape_[i] * shape_[i]);
        side.closed[i] += static_cast<float>(decay);
        side.any = side.any || decay > kLeastDecay;
      }
    }
  }
}

// Each place moves with both sides; what it takes is shared as they move it.
void EngineRest::damp(int contact, Voice* const (&voices)[2], double seconds) noexcept {
  const Contact& c = contacts_[contact];
  double chatter[kRestPoints] = {};  // sigma per phi^2
  bool opens = false, moves = false;
  for (int k = 0; k < c.places; ++k) {
    double squared = 0, turning = 0;
    for (int s = 0; s < 2; ++s) {
      if (!voices[s] || voices[s]->body().modes() != c.side[s].modes) continue;
      const PlayBody& body = voices[s]->body();
      for (int i = 0; i < c.side[s].modes; ++i) {
        const double v2 = static_cast<double>(c.side[s].squared[k][i]) *
                          std::norm(voices[s]->bank().amplitude(i));
        squared += v2, turning += v2 * body.poles[i].im;
      }
    }
    if (!(squared > kStill)) continue;
    moves = true;
    const double speed = std::sqrt(squared), omega = turning / squared;
    // Chatter sets in where the place moves as far as it is pressed in.
    const double open = std::clamp(speed / (omega * c.spring[k].compression) - 1, 0.0, 1.0);
    if (!(open > 0)) continue;
    chatter[k] = open * chatter_decay(1, c.load / c.places, c.restitution, speed);
    opens = true;
  }
  if (!moves) return;
  for (int s = 0; s < 2; ++s) {
    const Side& side = c.side[s];
    if (!voices[s] || voices[s]->body().modes() != side.modes || !(opens || side.any)) continue;
    for (int i = 0; i < side.modes; ++i) {
      double decay = static_cast<double>(side.closed[i]);
      for (int k = 0; k < c.places && opens; ++k)
        decay += std::min(chatter[k] * static_cast<double>(side.squared[k][i]), 1 / seconds);
      factor_[i] = static_cast<float>(std::exp(-decay * seconds));
    }
    voices[s]->damp({factor_.data(), static_cast<std::size_t>(side.modes)});
  }
}

}  // namespace peal
