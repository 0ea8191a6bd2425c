#include "engine/instruments/rubbing.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kFastest = 1e3;     // [m/s]
constexpr double kStuckSpeed = 0.1;  // of the exciter's: slower on the body it sticks,
constexpr double kCreep = 1e-3;      // and slower than this part of the Stribeck speed
constexpr double kAtRest = 1e-9;     // [m/s]
constexpr double kCalm = 2e-6;       // [m] ringing on which a wheel does not hammer
constexpr double kStopRate = 0.3;    // [1/hop] how fast a stop catches: stable

double limited_or(double x, double most, double otherwise) noexcept {
  return std::isnan(x) ? otherwise : std::clamp(x, -most, most);
}

}  // namespace

Rubbing::Rubbing(double rate, const peal_rub_settings& settings, std::span<const peal_mode> modes)
    : rate_(rate),
      settings_(settings),
      friction_(law_of(settings), rate),
      exciter_(settings.exciter_mass, settings.exciter_damping, rate),
      rolling_(rate),
      profile_(rubbed_roughness(settings)) {
  rolling_.set_pair(rolling_pair(settings));
  set_modes(modes);
}

void Rubbing::set(const peal_rub_settings& settings) noexcept {
  const peal_rub_settings old = settings_;
  settings_ = settings;
  friction_.set_law(law_of(settings));
  const bool other_mass = settings.exciter_mass != old.exciter_mass;
  if (other_mass || settings.exciter_damping != old.exciter_damping) {
    MassBody exciter(settings.exciter_mass, settings.exciter_damping, rate_);
    exciter.set_velocity(exciter_.velocity()), exciter.set_position(exciter_.position());
    exciter_ = exciter;
  }
  if (settings.roughness_slope != old.roughness_slope)
    profile_ = RoughnessProfile(rubbed_roughness(settings));
  if (other_mass || settings.rolling_radius != old.rolling_radius ||
      settings.rolling_rms != old.rolling_rms)
    rolling_.set_pair(rolling_pair(settings));
  if (settings.area != old.area || settings.distance != old.distance)
    ringing_->set_distance(settings.area, settings.distance, false);
  if (settings.travel_from != old.travel_from || settings.travel_to != old.travel_to) load_stop();
}

void Rubbing::set_modes(std::span<const peal_mode> modes) {
  auto ringing = std::make_unique<RingingModes>(modes, rate_, 2);
  ringing->set_distance(settings_.area, settings_.distance, true);
  if (ringing_) ringing->move_like(*ringing_);
  auto ports = std::make_unique<BankPorts>(std::span<ModalBank>(&ringing->bank(), 1), 2);
  for (int port = 0; port < 2; ++port) ports->set_shape(port, ringing->shape());
  ports_ = std::move(ports);
  ringing_ = std::move(ringing);
}

void Rubbing::force(double tangential, double normal) noexcept {
  tangential_target_ = limited_or(tangential, kMostRubForce, tangential_target_);
  normal_target_ = std::max(limited_or(normal, kMostRubForce, normal_target_), 0.0);
}

void Rubbing::set_velocity(double velocity) noexcept {
  exciter_.set_velocity(limited_or(velocity, kFastest, exciter_.velocity()));
}

void Rubbing::set_position(double position) noexcept {
  exciter_.set_position(limited_or(position, kFarthestRub, exciter_.position()));
  load_stop();
}

void Rubbing::reset() noexcept {
  ringing_->bank().stop();
  for (int port = 0; port < 2; ++port) ports_->set_shape(port, ringing_->shape());
  friction_.reset();
  exciter_.set_velocity(0), exciter_.set_position(0);
  rolling_.set_pair(rolling_pair(settings_));
  stopped_ = stop_ = 0;
  way_ = slip_ = tangential_ = normal_ = tangential_target_ = normal_target_ = 0;
  coupling_.clear();
  trace_.clear();
  std::fill_n(ready_[0], kHop, 0.0f);
  used_ = kHop;
  stuck_ = stuck_frames_ = 0;
}

void Rubbing::render(float* out, int frames) noexcept {
  if (!out || frames <= 0) return;
  bool first = true;
  for (int done = 0; done < frames;) {
    if (used_ == kHop) {
      if (first) stuck_ = stuck_frames_ = 0;
      first = false;
      render_hop();
      used_ = 0;
    }
    const int count = std::min(frames - done, kHop - used_);
    for (int n = 0; n < count; ++n) out[done + n] += ready_[0][used_ + n];
    done += count, used_ += count;
  }
}

bool Rubbing::idle() const noexcept {
  return normal_ == 0 && normal_target_ == 0 && tangential_ == 0 && tangential_target_ == 0 &&
         std::abs(exciter_.velocity()) < kAtRest && rolling_.quiet() && ringing_->bank().silent();
}

double Rubbing::beyond_stop() const noexcept {
  if (!(settings_.travel_from < settings_.travel_to)) return 0;
  const double x = exciter_.position();
  return x - std::clamp(x, settings_.travel_from, settings_.travel_to);
}

// Whoever puts the exciter beyond a stop has bent it.
void Rubbing::load_stop() noexcept {
  const double w = kStopRate * rate_ / kHop, beyond = beyond_stop();
  stopped_ = 0.5 * settings_.exciter_mass * w * w * beyond * beyond;
}

// A spring with critical damping, m w^2 and 2 m w, that pushes and never pulls. [N] over a hop.
double Rubbing::stop_force() const noexcept {
  const double beyond = beyond_stop();
  if (beyond == 0) return 0;
  const double w = kStopRate * rate_ / kHop;
  const double force = -settings_.exciter_mass * w * (w * beyond + 2 * exciter_.velocity());
  return force * beyond < 0 ? force : 0;
}

// A force that is held over a hop may push along with a mass that trembles: what the stop has
// given beyond what it had taken, it takes back from the mass's speed.
void Rubbing::settle_stop(double moved) noexcept {
  stopped_ -= stop_ * moved;
  if (beyond_stop() == 0) stopped_ = std::min(stopped_, 0.0);  // sprung back: the rest is lost
  const double v = exciter_.velocity(), energy = 0.5 * settings_.exciter_mass * v * v;
  if (stopped_ >= 0 || energy <= 0) return;
  const double back = std::min(-stopped_, energy);
  exciter_.set_velocity(v * std::sqrt(1 - back / energy));
  stopped_ += back;
}

// The profile is read along the way slid, at the slip of the hop before.
void Rubbing::prepare_friction() noexcept {
  double noise[kHop] = {};
  const bool rough = settings_.roughness > 0 && (normal_ > 0 || normal_target_ > 0);
  if (rough) profile_.heights(way_, slip_, kHop, noise);
  stop_ = stop_force();
  for (int n = 0; n < kHop; ++n) {
    const double part = (n + 0.5) / kHop;
    const double normal = normal_ + part * (normal_target_ - normal_);
    friction_.normal_force()[n] = normal;
    friction_.noise()[n] = settings_.roughness * normal * noise[n];
    exciter_.external()[n] = stop_ + tangential_ + part * (tangential_target_ - tangential_);
  }
}

void Rubbing::render_hop() noexcept {
  ++hop_;
  std::fill_n(ready_[0], kHop, 0.0f);
  const bool pressed = normal_ > 0 || normal_target_ > 0;
  const double speed = std::abs(exciter_.velocity());
  bool rolls = moves_.update(speed) && !pressed;
  // A wheel whose brake is let go while the body howls would hammer on it; it waits until the howl
  // has faded.
  if (rolls && rolling_.quiet()) rolls = ringing_->swing() < kCalm;
  const bool touches = rolling_.prepare(rolls ? settings_.rolling_load : 0, 0, speed);
  if (idle() && !touches) {
    std::fill_n(exciter_.external(), kHop, 0.0);
    coupling_.clear();
    keep_trace(exciter_);
    return;
  }
  prepare_friction();
  coupling_.clear();
  coupling_.add({&exciter_, 0, ports_.get(), 0, &friction_});
  if (touches) coupling_.add({&rolling_.mass(), 0, ports_.get(), 1, &rolling_.normal()});
  const MassBody before = exciter_;
  coupling_.solve();
  tangential_ = tangential_target_, normal_ = normal_target_;
  settle_stop(exciter_.position() - before.position());
  ModalBank& bank = ringing_->bank();
  bank.render(ready_);
  double slid = 0;
  for (int n = 0; n < kHop; ++n) slid += std::abs(coupling_.velocity(0)[n]) / rate_;
  way_ += slip_ * kHop;  // as the profile was read
  slip_ = slid / kHop;
  keep_trace(before);
  if (!pressed && !touches && hop_ % kStopEvery == 0 && bank.loudness_bound() < kInaudible)
    bank.stop();
  float sum = 0;
  for (const float sample : ready_[0]) sum += sample;
  if (!std::isfinite(sum) || !std::isfinite(slid)) reset();
}

// @param exciter as it was when the hop began: with all forces on it, it moves as it did.
void Rubbing::keep_trace(MassBody exciter) noexcept {
  const bool solved = coupling_.contacts() > 0;
  double mean[kHop] = {};
  const double* force = coupling_.force(0);
  for (int n = 0; solved && n < kHop; ++n) exciter.external()[n] -= force[n];
  exciter.add_free_velocity(0, 1, mean);
  for (int n = 0; n < kHop; ++n) {
    const double v = solved ? coupling_.velocity(0)[n] : mean[n];
    const double slow =
        std::max(kStuckSpeed * std::abs(mean[n]), kCreep * settings_.stribeck_speed);
    const bool sticks = friction_.normal_force()[n] > 0 && std::abs(v) <= slow;
    stuck_ += solved && sticks;
    trace_.hop(RubTrace::kVelocity)[n] = static_cast<float>(v);
    trace_.hop(RubTrace::kBend)[n] = solved ? static_cast<float>(friction_.bend()[n]) : 0;
    trace_.hop(RubTrace::kFriction)[n] = solved ? static_cast<float>(force[n]) : 0;
    trace_.hop(RubTrace::kResonatorVelocity)[n] = static_cast<float>(mean[n] - v);
  }
  stuck_frames_ += kHop;
  trace_.next_hop();
}

peal_rub_state Rubbing::state() const noexcept {
  peal_rub_state s{};
  s.tangential_force = tangential_, s.normal_force = normal_;
  s.exciter_position = exciter_.position(), s.exciter_velocity = exciter_.velocity();
  s.resonator_position = ringing_->position(), s.resonator_velocity = ringing_->velocity();
  s.velocity = s.exciter_velocity - s.resonator_velocity;
  if (normal_ > 0 && coupling_.contacts() > 0) {
    s.bend = friction_.bend()[kHop - 1];
    s.friction = coupling_.force(0)[kHop - 1];
  }
  s.stuck = stuck_frames_ > 0 ? static_cast<double>(stuck_) / stuck_frames_ : 0;
  return s;
}

int Rubbing::trace(float* velocity, float* bend, float* friction, float* resonator_velocity,
                   int most) const noexcept {
  const int count = std::clamp(most, 0, RubTrace::kMost);
  const int ahead = kHop - used_;
  trace_.copy(RubTrace::kVelocity, count, ahead, velocity);
  trace_.copy(RubTrace::kBend, count, ahead, bend);
  trace_.copy(RubTrace::kFriction, count, ahead, friction);
  trace_.copy(RubTrace::kResonatorVelocity, count, ahead, resonator_velocity);
  return count;
}

}  // namespace peal
