#include "emission/resonator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/modal/bank_ports.h"

namespace peal {
namespace {

/// Of so many ears a bank takes 4, 2 or 1.
constexpr int ears_of_bank(int left) { return left >= 4 ? 4 : left >= 2 ? 2 : 1; }

constexpr double kInaudible = 2e-8;  // [Pa] -60 dB SPL: below this a body stops
constexpr int kStopEvery = 16;       // [hops] how often that is looked at
// Of a hop's change of weight, as weights_per_hop() counts it: 9 % of a mode is off.
constexpr double kLargestChange = 5;
constexpr double kWorthSaying = 0.5;  // of the highest mode's frequency

std::int64_t floor_hop(std::int64_t sample) {
  return (sample >= 0 ? sample : sample - kHop + 1) / kHop;
}

}  // namespace

double resonator_rate(double max_frequency) {
  double rate = 48000;
  while (max_frequency > 0.42 * rate) rate *= 2;
  return rate;
}

Resonator::Resonator(std::string name, std::shared_ptr<const RingingBody> body,
                     const PoseTrack& track, int ears, double least_rate, int drives)
    : name_(std::move(name)),
      body_(std::move(body)),
      track_(&track),
      rate_(std::max(least_rate, resonator_rate(body_->max_frequency()))),
      poles_(body_->poles()),
      ear_place_(ears),
      ready_(ears, std::vector<float>(kHop)) {
  for (int first = 0; first < ears;) {
    const int count = ears_of_bank(ears - first);
    for (int ear = 0; ear < count; ++ear) heard_by_.push_back({banks_.size(), ear});
    banks_.emplace_back(body_->poles(), rate_, count, best_bank_kernel(), drives);
    first += count;
  }
  look_at_poles(body_->poles());
}

void Resonator::look_at_poles(std::span<const Complex<double>> poles) {
  for (const Complex<double>& pole : poles) {
    tail_ = std::max(tail_, 7 * std::log(10.0) / std::max(-pole.re, 1e-3));  // 140 dB down
    wavenumber_ = std::max(wavenumber_, pole.im / body_->speed_of_sound());
  }
}

void Resonator::push(const Push& push) {
  pushes_.add(push);
  if (mirror_) mirror_->add(push);
  pushed_ += norm(push.impulse);
  if (!parts_.empty()) parts_.at(push.mechanism)->push(push);
}

// What contacts feel runs ahead of what is heard.
void Resonator::refuse_past(double sample, const char* what) const {
  hits_.refuse_past(sample, rate_, what, name_);
  if (mirror_hits_) mirror_hits_->refuse_past(sample, rate_, what, name_);
}

void Resonator::hit(const Hit& hit) {
  refuse_past((hit.time + hit.duration / 2) * rate_, "a hit");
  hits_.add(hit);
  if (mirror_hits_) mirror_hits_->add(hit);
  pushed_ += norm(hit.impulse);
  if (!parts_.empty()) parts_.at(hit.mechanism)->hit(hit);
}

void Resonator::drive_modes(const DrivenModes& driven) {
  refuse_past(static_cast<double>(driven.first), "a force");
  for (const float force : driven.force)
    if (!std::isfinite(force))
      fail("a force on '{}' from {:.6g} s on is not finite", name_,
           static_cast<double>(driven.first) / rate_);
  hits_.add(driven);
  if (mirror_hits_) mirror_hits_->add(driven);
  if (!parts_.empty()) parts_.at(driven.mechanism)->drive_modes(driven);
  ++drive_count_;
}

void Resonator::retune(const RetunedHop& retuned) {
  if (mirror_poles_) mirror_poles_->add(retuned, rate_, name_);
  poles_.add(retuned, rate_, name_);
  look_at_poles(retuned.poles);
  for (auto& [mechanism, part] : parts_) part->retune(retuned);
}

void Resonator::drive(DrivenHop driven) {
  if (!parts_.empty()) parts_.at(driven.mechanism)->drive(driven);
  driven_.push_back(std::move(driven));
  ++drive_count_;
}

void Resonator::press(PressedHop pressed) {
  if (!parts_.empty()) parts_.at(pressed.mechanism)->press(pressed);
  hits_.add(std::move(pressed));
  ++drive_count_;
}

void Resonator::strike(StruckHop struck) {
  if (!parts_.empty()) parts_.at(struck.mechanism)->strike(struck);
  struck_.push_back(std::move(struck));
  ++strike_count_;
}

void Resonator::damp(DampedHop damped) {
  for (auto& [mechanism, part] : parts_) part->damp(damped);
  damped_.push_back(std::move(damped));
}

/// [Hz] up to which the modes are followed while the body turns before an ear.
double Resonator::followed_frequency(double spin) const {
  const double phase = kLargestChange * rate_ / (kHop * spin) - 2;
  return std::max(0.0, phase * body_->speed_of_sound() / (2 * kPi * body_->bounding_radius()));
}

EmitterReport Resonator::report(double fastest_spin) const {
  EmitterReport out = body_->report();
  out.facts.push_back({"pushes", pushes_.count()});
  if (hits_.count() > 0) out.facts.push_back({"hits", hits_.count()});
  if (!out.silent_because.empty()) return out;
  if (pushes_.count() == 0 && drive_count_ == 0 && strike_count_ == 0 && hits_.count() == 0) {
    out.silent_because = "nothing touched it";
    return out;
  }
  if (pushed_ == 0 && drive_count_ == 0 && strike_count_ == 0)
    out.silent_because = "its impacts lose no energy (restitution 1), so none is left for sound";
  const double followed = followed_frequency(fastest_spin);
  if (2 * kPi * followed < kWorthSaying * wavenumber_ * body_->speed_of_sound())
    out.warnings.push_back(
        fmt::format("object '{}' spins at up to {:.3g} rad/s: the turning of its modes above "
                    "{:.0f} Hz is not followed exactly",
                    name_, fastest_spin, followed));
  return out;
}

bool Resonator::silent() const {
  return banks_.empty() || banks_.front().silent();  // all banks have the same state
}

double Resonator::energy() const {
  double energy = 0;
  for (int i = 0; !banks_.empty() && i < body_->modes(); ++i)
    energy += std::norm(banks_.front().amplitude(i)) / 2;
  return energy;
}

void Resonator::emit(const Stretch& stretch, std::span<const Ear* const> ears,
                     std::span<float* const> out) {
  if (body_->modes() == 0) return;
  if (!started_) {
    hop_ = floor_hop(stretch.first);
    // The first hop may begin before the first sample asked for.
    render_hop(ears);
    used_ = static_cast<int>(stretch.first - (hop_ - 1) * kHop);
    started_ = true;
  }
  for (int done = 0; done < stretch.count;) {
    if (used_ == kHop) {
      render_hop(ears);
      used_ = 0;
    }
    const int count = std::min(stretch.count - done, kHop - used_);
    for (std::size_t ear = 0; ear < ears.size(); ++ear)
      for (int n = 0; n < count; ++n) out[ear][done + n] += ready_[ear][used_ + n];
    done += count;
    used_ += count;
  }
}

void Resonator::render_hop(std::span<const Ear* const> ears) {
  if (poles_.begin(hop_))
    for (ModalBank& bank : banks_) bank.retune(poles_.poles());
  pushes_.begin(static_cast<double>(hop_) * kHop, rate_, *body_, banks_);
  const bool hit = hits_.begin(static_cast<double>(hop_) * kHop, rate_, *body_, poles_.poles());
  begin_drives();
  for (auto& samples : ready_) std::fill(samples.begin(), samples.end(), 0.0f);
  if (silent() && !hit) {
    weights_known_ = false;
    ++hop_;
    return;
  }
  update_weights(ears);
  if (hit) render_hits();
  std::size_t first = 0;  // ear of the bank
  for (ModalBank& bank : banks_) {
    float out[kMaxEars][kHop] = {};
    bank.render(out);
    for (int ear = 0; ear < bank.ears(); ++ear, ++first)
      for (int n = 0; n < kHop; ++n) ready_[first][n] += out[ear][n];
    if (hit) {
      const std::size_t modes = hit_end_.size() / 2;
      bank.add_amplitudes(hit_end_.data(), hit_end_.data() + modes);
    }
  }
  ++hop_;
  if (hop_ % kStopEvery == 0) {
    double bound = 0;
    for (const ModalBank& bank : banks_) bound = std::max(bound, bank.loudness_bound());
    if (bound < kInaudible)
      for (ModalBank& bank : banks_) bank.stop();
  }
}

// Before the banks: their weights move on when they are rendered.
void Resonator::render_hits() {
  const std::size_t row = banks_.empty() ? 0 : static_cast<std::size_t>(banks_.front().padded());
  hit_weights_.resize(3 * row * ready_.size());
  hit_end_.assign(2 * static_cast<std::size_t>(body_->modes()), 0.0);
  std::vector<ModalHits::Listener> listeners;
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    float* weights = hit_weights_.data() + 3 * row * i;
    const HeardBy& heard = heard_by_[i];
    banks_[heard.bank].hit_weights(heard.ear, weights, weights + row, weights + 2 * row);
    listeners.push_back({weights, weights + row, weights + 2 * row, ready_[i].data()});
  }
  hits_.modes()->render(listeners, hit_end_.data(),
                        hit_end_.data() + static_cast<std::size_t>(body_->modes()));
}

void Resonator::begin_drives() {
  for (; !damped_.empty() && damped_.front().hop <= hop_; damped_.pop_front())
    if (damped_.front().hop == hop_)
      for (ModalBank& bank : banks_) bank.damp(damped_.front().factor);
  for (; !driven_.empty() && driven_.front().hop <= hop_; driven_.pop_front()) {
    const DrivenHop& driven = driven_.front();
    if (driven.hop < hop_) continue;  // before the first sample asked for
    for (ModalBank& bank : banks_)
      drive_moving(bank, driven.from.empty() ? driven.to.data() : driven.from.data(),
                   driven.to.data(), driven.force.data(), driven.before, 1);
  }
  for (; !struck_.empty() && struck_.front().hop <= hop_; struck_.pop_front())
    if (struck_.front().hop == hop_)
      for (ModalBank& bank : banks_) bank.strike(struck_.front().to_bank());
}

Vec3 Resonator::ear_in_body(const Ear& ear, std::int64_t sample) const {
  const double time = static_cast<double>(sample) / rate_;
  const Pose pose = track_->pose_at(time);
  return to_body(pose, ear.at_arrival(time, pose.position));
}

// How much a weight changes at most on the ear's way: its phase by k times the change of the paths
// from the body's parts, its size by the way against the distance. Polynomials of degree n through
// n + 1 points of a hop are off by x^2/8, x^3/125, x^5/34000 of it: below 0.1 % up to x = 2.
int Resonator::weights_per_hop(const Vec3& from, const Vec3& to) const {
  const double way = norm(to - from), far = std::min(norm(from), norm(to)),
               radius = body_->bounding_radius();
  const double phase = wavenumber_ * std::min(2.0, radius / std::max(far, 1e-9));
  const double change = way * (phase + 2 / std::max(far - radius, radius / 4));
  return change < 0.09 ? 1 : change < 0.5 ? 2 : ModalBank::kMaxBend;
}

// Weights at the start, within and at the end of the coming hop; a body that stands still keeps
// them.
void Resonator::update_weights(std::span<const Ear* const> ears) {
  for (std::size_t i = 0; i < ears.size(); ++i) {
    ModalBank& bank = banks_[heard_by_[i].bank];
    const int ear = heard_by_[i].ear;
    if (!weights_known_) {
      ear_place_[i] = ear_in_body(*ears[i], hop_ * kHop);
      body_->weights(ear_place_[i], weights_[0]);
      bank.set_weights(ear, weights_[0]);
    }
    const Vec3 place = ear_in_body(*ears[i], (hop_ + 1) * kHop);
    if (norm(place - ear_place_[i]) <= 1e-9) continue;
    const int count = weights_per_hop(ear_place_[i], place);
    ModeWeights values[ModalBank::kMaxBend];
    for (int k = 0; k < count; ++k) {
      const std::int64_t sample = hop_ * kHop + (k + 1) * (kHop / count);
      body_->weights(ear_in_body(*ears[i], sample), weights_[k]);
      values[k] = weights_[k];
    }
    bank.bend_weights(ear, {values, static_cast<std::size_t>(count)});
    ear_place_[i] = place;
  }
  weights_known_ = true;
}

}  // namespace peal
