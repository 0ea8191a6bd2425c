// What a body needs to ring: its modes, their decay, and how each reaches the air. Computed once
// per shape, material and air; immutable and shared by all copies of a body.
#pragma once
#include <algorithm>
#include <complex>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/complex_kernel.h"
#include "base/constants.h"
#include "dsp/play_body.h"
#include "emission/fields/transfer_field.h"
#include "emission/ringing_body.h"
#include "emission/surface_finder.h"
#include "models/bake/quick_radiation.h"
#include "models/bodies/body_modes.h"
#include "physics/wave/bem/surface_radiation.h"
#include "physics/wave/transfer/modal_transfer.h"

namespace peal {

struct Legs;

/// How sound leaves the surface.
enum class Radiation {
  approximate,  // physics/wave/bem/surface_radiation.h: at once, right at both ends of the spectrum
  transfer  // physics/wave/multipole/transfer_record.h: the wave equation solved around the body
};

struct BodySoundRequest : BodyModesRequest {
  Air air;
  Radiation radiation = Radiation::approximate;
  ManufacturedCopy copy;  // its poles are those of varied_body.h; all copies share one BodySound
  std::shared_ptr<const Legs> legs;  // that carry it (emission/legs.h), or none
  /// Modes beyond max_modes are told in groups where they overlap (models/bodies/mode_groups.h).
  bool groups = false;
};

/// Requests with the same key share one BodySound.
std::string body_sound_key(const BodySoundRequest& request);

/// What is asked of the transfer of such a body; one place, so that whoever computes it beforehand
/// finds the same record.
TransferRequest transfer_request(const BodySoundRequest& request);

class BodySound final : public RingingBody {
 public:
  /// The library computes the modes, or has them already. A body that asks for transfer is silent
  /// until radiate() was called.
  /// @param watch told the part of the time that has passed.
  BodySound(const BodySoundRequest& request, ModesLibrary& library,
            const std::function<void(double)>& watch = {});
  explicit BodySound(const BodySoundRequest& request);
  BodySound(const BodySound&) = delete;
  BodySound& operator=(const BodySound&) = delete;

  /// What the transfer of this body is computed from; the shapes point into the body. Not of modes
  /// that overlap, where it has groups of such: the mean of many is as well approximated.
  TriangleMesh transfer_surface() const { return linear_surface(model_.surface); }
  std::vector<ModeShape> mode_shapes() const;
  /// Takes the record of the lowest modes; approximate radiation serves those beyond it, all of
  /// them when there is no record. Either way, what is radiated is lost to the modes: each decays
  /// faster by its power.
  /// @param kept where approximate radiation is kept between runs; none: nowhere.
  void radiate(const std::shared_ptr<const TransferRecord>& record,
               const QuickRadiationCache& kept = {});
  int transfer_modes() const { return transfer_ ? static_cast<int>(transfer_->mode_count()) : 0; }
  /// Estimated relative error of the transfer, the mean of its modes.
  double transfer_error() const { return transfer_error_; }

  const std::vector<Complex<double>>& poles() const override { return poles_; }
  /// [1/s] what each mode loses without the air.
  const std::vector<double>& own_decay() const { return own_decay_; }
  double bounding_radius() const override { return bounding_radius_; }
  double speed_of_sound() const override { return request_.air.speed_of_sound; }
  double max_frequency() const override { return request_.max_frequency; }
  /// Modes left out because they do not oscillate (decay faster than half a period).
  int overdamped() const { return overdamped_; }
  /// Modes below max_frequency that max_modes left out: the highest.
  int missing_modes() const {
    return std::max(0, model_.modes_below_limit - request_.max_modes - told_);
  }
  /// Modes that reach the air by transfer when there is time for it.
  int distinct_modes() const { return distinct_; }
  const ModalModel& model() const { return model_; }
  /// As it is while sound plays: poles, surface, mode shapes and transfer are there; mass and what
  /// contacts ask are not. Points into this body; modes beyond the transfer have no weights in it.
  const PlayBody& play() const { return play_; }
  /// The same of modes above max_frequency, which contacts alone feel: poles, surface, shapes.
  const PlayBody& unheard() const { return unheard_; }
  const BodySoundRequest& request() const { return request_; }
  EmitterReport report() const override;

  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override;
  bool goes_on() const override { return true; }
  const std::vector<Complex<double>>& contact_poles() const override { return contact_poles_; }
  void project_contact(const Vec3& point, const Vec3& impulse,
                       std::vector<double>& out) const override;

  /// A half-sine push that begins at time 0, body frame.
  struct Blow {
    Vec3 point, impulse;  // [m], [N s]
    double duration = 0;  // [s]
  };
  /// Energy [J] that pushes beginning at the same instant leave in the modes: sum |a|^2 / 2. Pushes
  /// on one mode add up in amplitude, not in energy.
  double energy_of(std::span<const Blow> blows) const;

  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override;

 private:
  double lose(std::size_t mode, double power);
  void radiate_modes(const std::shared_ptr<const TransferRecord>& record,
                     const QuickRadiationCache& kept);
  void split_unheard();
  void add_groups(ModesLibrary& library);
  SurfacePlace place_at(const Vec3& point) const;
  void set_contact_poles();

  std::uint64_t number_;
  BodySoundRequest request_;
  ModalModel model_;
  std::vector<Complex<double>> poles_;
  std::vector<double> own_decay_;
  int overdamped_ = 0;
  // Of the modes, from grouped_ on: how many each stands for; of all of them: how many they tell.
  std::vector<double> members_;
  int grouped_ = 0, told_ = 0, distinct_ = 0;
  double bounding_radius_ = 0;
  std::unique_ptr<SurfaceFinder> finder_;  // of the model's surface
  std::vector<float> shapes_;              // as PlayBody has them
  PlayBody play_;
  std::vector<Complex<double>> unheard_poles_, contact_poles_;  // above the band; with the others
  std::vector<float> unheard_shapes_;
  PlayBody unheard_;                         // of these: surface and shapes
  std::unique_ptr<TransferField> transfer_;  // of the lowest modes
  double transfer_error_ = 0;
  std::unique_ptr<SurfaceRadiation> radiation_;  // of the others; none when there are none
};

}  // namespace peal
