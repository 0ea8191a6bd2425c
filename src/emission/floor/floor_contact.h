// Balls that click while they touch a rigid floor feel their own image: what that adds to ball and
// image taken by themselves, as a field of clicks about the point of the floor under the ball
// (physics/wave/exact/ball_on_floor.h). Frame: the world's axes, y up; only velocity counts, a ball
// that turns is silent.
// Left out above k a = 8 (43 kHz for a radius of 1 cm, 8.7 kHz for 5 cm).
#pragma once
#include <map>
#include <memory>
#include <string>

#include "base/constants.h"
#include "emission/click_emitter.h"
#include "emission/emitter_pool.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

/// The field of the difference. @param rate [Hz] at which it will be heard.
PulseRecord floor_contact_record(double radius, const Air& air, double rate);

/// One emitter for each ball; it is not mirrored by the floor, because it is the floor's part.
class FloorContactPool final : public EmitterPool {
 public:
  void want(int object, const std::string& name, double radius, const Air& air,
            double max_frequency, int mechanism);
  /// None before prepare() and for objects nobody asked for.
  ClickEmitter* emitter(int object) const;

  std::vector<std::string> names() const override;
  void prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) override;

 private:
  struct Wanted {
    std::string name;
    double radius = 0, rate = 0;
    Air air;
    int mechanism = 0;
  };
  std::map<int, Wanted> wanted_;  // by object
  std::map<int, ClickEmitter*> emitters_;
};

}  // namespace peal
