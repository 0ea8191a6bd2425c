// A copy of a ringing body that was made one by one: poles of its own, all else shared.
#pragma once
#include <algorithm>
#include <memory>

#include "dsp/modal/varied_poles.h"
#include "emission/body_sound.h"

namespace peal {

class VariedBody final : public RingingBody {
 public:
  VariedBody(std::shared_ptr<const BodySound> body, const ManufacturedCopy& copy)
      : body_(std::move(body)), poles_(body_->poles().size()) {
    ManufacturedCopy own = copy;
    // Measured terms are those of the pieces: nothing to guess.
    if (body_->request().material.damping.rayleigh) own.spread.damping = 0;
    vary_poles(body_->poles(), body_->own_decay(), own, 2 * kPi * max_frequency(), poles_);
    contact_poles_ = body_->contact_poles();
    std::copy(poles_.begin(), poles_.end(), contact_poles_.begin());
  }

  const std::vector<Complex<double>>& poles() const override { return poles_; }
  double bounding_radius() const override { return body_->bounding_radius(); }
  double speed_of_sound() const override { return body_->speed_of_sound(); }
  double max_frequency() const override { return body_->max_frequency(); }
  EmitterReport report() const override { return body_->report(); }
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override {
    body_->project(point, impulse, out);
  }
  bool goes_on() const override { return true; }
  const std::vector<Complex<double>>& contact_poles() const override { return contact_poles_; }
  void project_contact(const Vec3& point, const Vec3& impulse,
                       std::vector<double>& out) const override {
    body_->project_contact(point, impulse, out);
  }
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override {
    body_->weights(ear, out);
  }

 private:
  std::shared_ptr<const BodySound> body_;
  std::vector<Complex<double>> poles_, contact_poles_;
};

}  // namespace peal
