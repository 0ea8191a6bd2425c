// A mass held by friction on a body that rings: what one plays by hand (peal/instruments_c.h).
// In: forces on the mass [N], hop by hop. Out: pressure [Pa] at an ear. The law is
// physics/contact/friction_kernel.h, solved together with modes and mass (dsp/modal/coupling.h),
// the same as the source `friction` of scenes with `resonator: {kind: modes}`. While nothing
// presses, the mass may roll: a load over a rough way pushes the same modes (dsp/contact_sound.h).
// SI units. After construction only set_modes() allocates; nothing locks or throws.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dsp/contact_sound.h"
#include "dsp/friction_contact.h"
#include "dsp/given_force.h"
#include "dsp/held_mode.h"
#include "dsp/modal/bank_ports.h"
#include "dsp/modal/mass_body.h"
#include "engine/instruments/ringing_modes.h"
#include "engine/instruments/rub_settings.h"
#include "engine/instruments/rub_trace.h"
#include "physics/contact/moving.h"
#include "physics/contact/roughness_kernel.h"

namespace peal {

inline constexpr int kMostRubModes = 256;

class Rubbing {
 public:
  /// Checked before.
  Rubbing(double rate, const peal_rub_settings& settings, std::span<const peal_mode> modes);

  double rate() const noexcept { return rate_; }
  void set(const peal_rub_settings& settings) noexcept;
  void set_modes(std::span<const peal_mode> modes);
  /// None: the exciter is a mass and nothing else.
  void set_exciter_modes(std::span<const peal_mode> modes, double area);
  void force(double tangential, double normal) noexcept;
  void push_body(double force) noexcept;
  void set_velocity(double velocity) noexcept;
  void set_position(double position) noexcept;
  void reset() noexcept;

  void render(float* out, int frames) noexcept;
  peal_rub_state state() const noexcept;
  int trace(float* velocity, float* bend, float* friction, float* resonator_velocity,
            int most) const noexcept;
  int states(float* exciter_position, float* exciter_velocity, float* resonator_position,
             float* resonator_velocity, int most) const noexcept;

 private:
  void render_hop() noexcept;
  void prepare_friction() noexcept;
  double stop_force() const noexcept;
  double beyond_stop() const noexcept;  // [m] < 0 before travel_from, > 0 after travel_to
  void load_stop() noexcept;
  void settle_stop(double moved) noexcept;
  void stop_unheard() noexcept;
  void couple(bool touches) noexcept;
  void keep_trace(MassBody exciter, double resonator) noexcept;
  bool idle() const noexcept;

  double rate_;
  peal_rub_settings settings_;
  std::unique_ptr<RingingModes> ringing_;
  std::unique_ptr<BankPorts> ports_;               // 0: rubbed, 1: rolled on, 2: pushed
  std::unique_ptr<RingingModes> exciter_ringing_;  // none: it does not ring
  std::unique_ptr<BankPorts> exciter_ports_;       // 0: rubs, 1: pushed
  std::vector<HeldMode> exciter_modes_;            // the same, sample by sample, for the trace
  double exciter_area_ = 0;
  Coupling coupling_{4};
  FrictionContact friction_;
  GivenForce on_body_, on_exciter_;
  MassBody exciter_;
  ContactSound rolling_;
  Moving moves_;
  RoughnessProfile profile_;
  double way_ = 0, slip_ = 0;           // [m] slid so far, and per sample
  double stopped_ = 0;                  // [J] that the stop has taken and may give back
  double stop_ = 0;                     // [N] of the stop in the last hop
  double tangential_ = 0, normal_ = 0;  // [N] now, and what is to be reached
  double tangential_target_ = 0, normal_target_ = 0;
  double push_ = 0, push_target_ = 0;  // [N] on the body
  float ready_[1][kHop] = {};
  int used_ = kHop;  // samples of ready_ already handed out
  std::int64_t hop_ = 0;
  RubTrace trace_;
  int stuck_ = 0, stuck_frames_ = 0;  // of the last render's hops
};

}  // namespace peal
