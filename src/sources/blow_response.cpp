#include "sources/blow_response.h"

namespace peal {

ImpactResponse BlowResponses::of(const Blow& blow, double rate) {
  RestingSide sides[2];
  for (int s = 0; s < 2; ++s) {
    const BlowSide& side = blow.side[s];
    if (side.twin)
      sides[s] = {&side.twin->resonator->body(), &side.twin->ladder, side.point, side.normal};
  }
  ImpactPair pair;
  pair.mobility = rigid_mobility(blow);
  pair.yield = blow.yield;
  pair.spring = blow.spring;
  pair.speed = blow.speed;
  pair.rate = rate;
  return of(sides, pair);
}

std::vector<ForcePart> force_parts(const ImpactResponse& response) {
  std::vector<ForcePart> out;
  for (int k = 0; k < response.pulses(); ++k) {
    const ContactPulse& pulse = response.pulse[k];
    if (pulse.width > 0) out.push_back({pulse.impulse / response.impulse, pulse.times()});
  }
  return out;
}

ImpactResponse BlowResponses::of(const RestingSide (&sides)[2], ImpactPair pair) {
  for (int s = 0; s < 2; ++s) {
    const RestingSide& side = sides[s];
    if (!side.body || side.ladder->modes() == 0) continue;
    side.body->project_contact(side.point, (s == 0 ? 1.0 : -1.0) * side.normal, shape_);
    chi_[s].assign(shape_.begin(), shape_.end());
    for (auto* array : {&chi_[s], &re_[s], &im_[s]})
      array->resize(static_cast<std::size_t>(side.ladder->padded()));
    pair.body[s] = {side.ladder, re_[s].data(), im_[s].data()};
    pair.chi[s] = chi_[s].data();
  }
  return impact_response(group_, pair, longest_impact(pair));
}

}  // namespace peal
