// A sounding body: it owns its modal state and its radiation. Exciters push on it; it is heard.
// One body has one resonator, whatever strikes, scrapes or fills it.
#pragma once
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dsp/modal/modal_bank.h"
#include "emission/emitter.h"
#include "emission/hit_queue.h"
#include "emission/pole_glide.h"
#include "emission/push_queue.h"
#include "emission/ringing_body.h"

namespace peal {

/// Forces of a contact over one hop, found elsewhere (emission/contact_stage.h).
struct DrivenHop {
  std::int64_t hop = 0;              // at the resonator's rate
  std::vector<double> to;            // t per mode [kg^-1/2]
  std::vector<double> from;          // the same at the start of the hop; empty: it stays
  std::array<double, kHop> force{};  // [N]
  double before = 0;                 // [N] in the sample before
  int mechanism = 0;                 // whose contact it is: Ensemble::mechanism()
};

/// The force of a blow over some samples of one hop, found elsewhere (emission/impact_stage.h).
struct StruckHop {
  std::int64_t hop = 0;       // at the resonator's rate
  std::vector<double> shape;  // t per mode [kg^-1/2]
  int first = 0, count = 0;   // samples
  std::vector<float> force;   // [N] kStrikeParts per sample
  float before = 0;           // [N] in the sample before
  int mechanism = 0;          // whose blow it is: Ensemble::mechanism()
  BankStrike to_bank() const {
    return {shape.data(), force.data(), first, count, kStrikeParts, before};
  }
};

/// What is left of each mode at the start of a hop, 0 .. 1: a body that rests on something.
struct DampedHop {
  std::int64_t hop = 0;
  std::vector<float> factor;
};

/// What makes a resonator sound. Any number of exciters may push on the same resonator.
class Resonator final : public PointEmitter {
 public:
  /// @param track must outlive the resonator; @param ears how many will listen;
  /// @param drives forces of contacts per hop.
  Resonator(std::string name, std::shared_ptr<const RingingBody> body, const PoseTrack& track,
            int ears, double least_rate = 0, int drives = ModalBank::kMaxDrives);

  /// Pushes may come in any order, but not later than their sound is asked for.
  void push(const Push& push);
  /// The same for hits, any number of them. One whose sound was asked for already is refused;
  /// before the first sample that is asked for there may be any.
  void hit(const Hit& hit);
  /// Forces of contacts that last, any number of them at once, sample by sample; in the past none.
  void drive_modes(const DrivenModes& driven);
  /// Damping and frequencies from a hop on, in order of hops (emission/pole_glide.h). How modes
  /// reach ears stays as it is at the body's own frequencies.
  void retune(const RetunedHop& retuned);
  /// Forces in order of their hops, before the sound of the hop is asked for.
  void drive(DrivenHop driven);
  void press(PressedHop pressed);
  void strike(StruckHop struck);
  void damp(DampedHop damped);
  /// What a mechanism does to this resonator, its part also feels: a stem of that mechanism.
  void add_part(Resonator& part) { parts_[part.share().mechanism] = &part; }
  void belongs_to(int object, const MixShare& share) { object_ = object, share_ = share; }
  /// Everything pushed from now on is added here too: a contact must feel what the body does.
  void mirror_pushes(PushQueue* to, HitQueue* hits, PoleGlide* poles) {
    mirror_ = to, mirror_hits_ = hits, mirror_poles_ = poles;
  }

  const std::string& name() const override { return name_; }
  int object() const override { return object_; }
  MixShare share() const override { return share_; }
  EmitterReport report(double fastest_spin) const override;
  double rate() const override { return rate_; }
  /// Whole hops are rendered: what happens until the end of a hop must be known at its start.
  double lead() const override { return kHop / rate_; }
  double tail() const override { return tail_; }
  const PoseTrack& track() const override { return *track_; }
  void emit(const Stretch& stretch, std::span<const Ear* const> ears,
            std::span<float* const> out) override;

  const RingingBody& body() const { return *body_; }
  int pushes() const { return pushes_.count(); }
  std::int64_t drives() const { return drive_count_; }  // hops with contact forces
  /// Sum of the sizes of all pushes [N s]: 0 when nothing was left for sound.
  double pushed() const { return pushed_; }
  /// [J] in the modes after the last hop: sum |a|^2 / 2, without pushes still going on.
  double energy() const;

 private:
  void render_hop(std::span<const Ear* const> ears);
  void update_weights(std::span<const Ear* const> ears);
  void begin_drives();
  void render_hits();
  void refuse_past(double sample, const char* what) const;
  void look_at_poles(std::span<const Complex<double>> poles);
  Vec3 ear_in_body(const Ear& ear, std::int64_t sample) const;
  int weights_per_hop(const Vec3& from, const Vec3& to) const;
  bool silent() const;
  double followed_frequency(double spin) const;

  std::string name_;
  std::shared_ptr<const RingingBody> body_;
  const PoseTrack* track_;
  int object_ = -1;
  MixShare share_;
  std::map<int, Resonator*> parts_;  // by mechanism
  double rate_, tail_ = 0;
  double wavenumber_ = 0;  // [1/m] of the highest mode
  struct HeardBy {
    std::size_t bank;
    int ear;  // of the bank
  };
  std::vector<ModalBank> banks_;   // of up to four ears each, all with the same state
  std::vector<HeardBy> heard_by_;  // per ear
  PushQueue pushes_;
  PushQueue* mirror_ = nullptr;
  HitQueue hits_;
  HitQueue* mirror_hits_ = nullptr;
  PoleGlide poles_;
  PoleGlide* mirror_poles_ = nullptr;
  std::deque<DrivenHop> driven_;
  std::deque<StruckHop> struck_;
  std::deque<DampedHop> damped_;
  std::int64_t strike_count_ = 0;  // hops with forces of blows
  std::int64_t drive_count_ = 0;
  double pushed_ = 0;

  bool started_ = false;
  std::int64_t hop_ = 0;                   // the next hop to render
  bool weights_known_ = false;             // weights at the start of that hop are in the banks
  std::vector<Vec3> ear_place_;            // where they were computed
  std::vector<std::vector<float>> ready_;  // per ear: the last hop
  int used_ = kHop;                        // samples of ready_ already handed out
  std::vector<std::complex<double>> weights_[ModalBank::kMaxBend];
  AlignedVector<float> hit_weights_;  // per ear: real, imaginary and direct
  std::vector<double> hit_end_;       // what the hits of a hop leave: real, imaginary
};

/// The rate that carries modes up to max_frequency with the interpolation of moving sources.
double resonator_rate(double max_frequency);

}  // namespace peal
