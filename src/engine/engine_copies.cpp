#include "engine/engine_copies.h"

#include <algorithm>

#include "base/constants.h"
#include "base/rng.h"
#include "dsp/modal/varied_poles.h"

namespace peal {
namespace {
constexpr double kCopiesBand = 0.42;  // of the rate: no mode is raised beyond it
}

EngineCopies::EngineCopies(std::span<const PlayBody> bodies, int copies, double rate) {
  for (const PlayBody& body : bodies) {
    // The material's part of the decay: what is radiated does not depend on the piece.
    std::vector<double> own;
    for (const Complex<double>& pole : body.poles)
      own.push_back(std::min(-pole.re, 0.5 * body.material.loss * pole.im));
    for (int k = 0; k < copies; ++k) {
      bodies_.push_back(body);
      if (k == 0) continue;
      ManufacturedCopy copy;
      copy.spread = body.spread, copy.object = source_number(body.name);
      copy.copy = static_cast<std::uint32_t>(k);
      std::vector<Complex<double>>& poles = poles_.emplace_back(body.poles.size());
      vary_poles(body.poles, own, copy, 2 * kPi * kCopiesBand * rate, poles);
      bodies_.back().poles = poles;
    }
  }
}

double EngineCopies::bytes() const noexcept {
  double sum = sizeof(PlayBody) * static_cast<double>(bodies_.size());
  for (const auto& poles : poles_)
    sum += sizeof(poles) + sizeof(poles[0]) * static_cast<double>(poles.size());
  return sum;
}

}  // namespace peal
