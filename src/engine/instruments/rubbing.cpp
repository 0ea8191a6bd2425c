#include "engine/instruments/rubbing.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kFastest = 1e3;   // [m/s]
constexpr double kAtRest = 1e-9;   // [m/s]
constexpr double kCalm = 2e-6;     // [m] ringing on which a wheel does not hammer
constexpr double kStopRate = 0.3;  // [1/hop] how fast a stop catches: stable

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
  if (settings.distance != old.distance && exciter_ringing_)
    exciter_ringing_->set_distance(exciter_area_, settings.distance, false);
  if (settings.travel_from != old.travel_from || settings.travel_to != old.travel_to) load_stop();
}

void Rubbing::set_modes(std::span<const peal_mode> modes) {
  auto ringing = std::make_unique<RingingModes>(modes, rate_, 3);
  ringing->set_distance(settings_.area, settings_.distance, true);
  if (ringing_) ringing->move_like(*ringing_);
  auto ports = std::make_unique<BankPorts>(std::span<ModalBank>(&ringing->bank(), 1), 3);
  for (int port = 0; port < 3; ++port) ports->set_shape(port, ringing->shape());
  ports_ = std::move(ports);
  ringing_ = std::move(ringing);
}

void Rubbing::set_exciter_modes(std::span<const peal_mode> modes, double area) {
  std::unique_ptr<RingingModes> ringing;
  std::unique_ptr<BankPorts> ports;
  std::vector<HeldMode> held;
  if (!modes.empty()) {
    ringing = std::make_unique<RingingModes>(modes, rate_, 2);
    ringing->set_distance(area, settings_.distance, true);
    ports = std::make_unique<BankPorts>(std::span<ModalBank>(&ringing->bank(), 1), 2);
    for (int port = 0; port < 2; ++port) ports->set_shape(port, ringing->shape());
    for (const peal_mode& mode : modes)
      held.emplace_back(mode.frequency, mode.decay, mode.mass, mode.shape, rate_);
  }
  exciter_area_ = area;
  exciter_modes_ = std::move(held);
  exciter_ports_ = std::move(ports);
  exciter_ringing_ = std::move(ringing);
}

void Rubbing::push_body(double force) noexcept {
  push_target_ = limited_or(force, kMostRubForce, push_target_);
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
  for (int port = 0; port < 3; ++port) ports_->set_shape(port, ringing_->shape());
  if (exciter_ringing_) {
    exciter_ringing_->bank().stop();
    for (int port = 0; port < 2; ++port) exciter_ports_->set_shape(port, exciter_ringing_->shape());
  }
  for (HeldMode& mode : exciter_modes_) mode.stop();
  push_ = push_target_ = 0;
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
         std::abs(exciter_.velocity()) < kAtRest && rolling_.quiet() && ringing_->bank().silent() &&
         push_ == 0 && push_target_ == 0 &&
         (!exciter_ringing_ || exciter_ringing_->bank().silent());
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
    on_exciter_.newtons()[n] = exciter_.external()[n];
    on_body_.newtons()[n] = push_ + part * (push_target_ - push_);
  }
}

// The contact of the bristles comes first: force(0) and velocity(0) are its own.
void Rubbing::couple(bool touches) noexcept {
  coupling_.clear();
  CoupledContact rub{&exciter_, 0, ports_.get(), 0, &friction_};
  if (exciter_ports_) rub.a = exciter_ports_.get(), rub.extra = &exciter_;
  coupling_.add(rub);
  if (touches) coupling_.add({&rolling_.mass(), 0, ports_.get(), 1, &rolling_.normal()});
  if (push_ != 0 || push_target_ != 0) coupling_.add({ports_.get(), 2, nullptr, 0, &on_body_});
  if (exciter_ports_) coupling_.add({exciter_ports_.get(), 1, nullptr, 0, &on_exciter_});
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
    std::fill_n(on_exciter_.newtons(), kHop, 0.0);
    coupling_.clear();
    keep_trace(exciter_, ringing_->position());
    return;
  }
  prepare_friction();
  couple(touches);
  const MassBody before = exciter_;
  const double resonator = ringing_->position();
  coupling_.solve();
  tangential_ = tangential_target_, normal_ = normal_target_, push_ = push_target_;
  settle_stop(exciter_.position() - before.position());
  ModalBank& bank = ringing_->bank();
  bank.render(ready_);
  if (exciter_ringing_) exciter_ringing_->bank().render(ready_);
  double slid = 0;
  for (int n = 0; n < kHop; ++n) slid += std::abs(coupling_.velocity(0)[n]) / rate_;
  way_ += slip_ * kHop;  // as the profile was read
  slip_ = slid / kHop;
  keep_trace(before, resonator);
  if (!pressed && !touches && hop_ % kStopEvery == 0) stop_unheard();
  float sum = 0;
  for (const float sample : ready_[0]) sum += sample;
  if (!std::isfinite(sum) || !std::isfinite(slid)) reset();
}

// What nothing pushes any more and nobody hears.
void Rubbing::stop_unheard() noexcept {
  ModalBank& bank = ringing_->bank();
  if (push_ == 0 && bank.loudness_bound() < kInaudible) bank.stop();
  if (!exciter_ringing_ || tangential_ != 0 || stop_ != 0 ||
      exciter_ringing_->bank().loudness_bound() >= kInaudible)
    return;
  exciter_ringing_->bank().stop();
  for (HeldMode& mode : exciter_modes_) mode.stop();
}

}  // namespace peal
