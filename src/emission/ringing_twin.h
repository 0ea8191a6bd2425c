// A twin of a resonator's modal state, stepped ahead of what is heard: contacts and blows are
// solved with it. It also has modes above the band that blows feel and nobody hears.
#pragma once
#include <memory>
#include <vector>

#include "dsp/impact/impact_ladder.h"
#include "dsp/modal/bank_ports.h"
#include "emission/resonator.h"

namespace peal {

struct RingingTwin {
  RingingTwin(Resonator& of, double rate, int most_ports)
      : resonator(&of),
        poles(of.body().poles()),
        used(static_cast<std::size_t>(most_ports)),
        ladder(of.body().contact_poles(), rate, of.body().goes_on()),
        re(ladder.padded()),
        im(ladder.padded()) {
    bank.emplace_back(of.body().poles(), rate, 0);
    ports = std::make_unique<BankPorts>(bank, most_ports);
    of.mirror_pushes(&pushes, &hits, &poles);
  }

  /// Before a hop begins: the poles that its resonator will have in it.
  void retune(std::int64_t hop) {
    if (!poles.begin(hop)) return;
    bank.front().retune(poles.poles());
    ports->retuned();
    for (int i = 0; i < bank.front().modes(); ++i) ladder.set_mode(i, poles.poles()[i]);
  }

  /// Through the hop that begins at sample `start`: what was pushed, driven, struck and hit.
  void advance(double start, double rate) {
    const bool hit = hits.begin(start, rate, resonator->body(), poles.poles());
    bank.front().render(nullptr);
    if (!hit) return;
    hit_re.assign(bank.front().modes(), 0.0), hit_im.assign(bank.front().modes(), 0.0);
    hits.modes()->render({}, hit_re.data(), hit_im.data());
    bank.front().add_amplitudes(hit_re.data(), hit_im.data());
  }

  Resonator* resonator;
  std::vector<ModalBank> bank;  // one
  PushQueue pushes;
  HitQueue hits;
  PoleGlide poles;
  std::vector<double> hit_re, hit_im;  // what the hits of a hop leave
  std::unique_ptr<BankPorts> ports;
  std::vector<bool> used;  // ports

  ImpactLadder ladder;           // of all modes that blows feel, those that are heard first
  AlignedVector<double> re, im;  // state while blows are solved, padded
  int blows = 0;                 // going on: state of modes that are not heard is kept
};

}  // namespace peal
