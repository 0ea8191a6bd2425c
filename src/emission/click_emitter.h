// A body whose collisions click: each impact jumps it, and the air answers at once.
// Chadwick, Zheng & James 2012: acceleration a(t) = (J/M) f(t), alpha(t) = I^-1 (x cross J) f(t),
// f the force of the contact with integral 1. What an ear hears is that of the body's place and
// pose at the first touch: a click is over before the body has turned, or moved by a part of a
// wave.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsp/modal/force_samples.h"
#include "emission/emitter.h"
#include "emission/fields/click_field.h"

namespace peal {

struct Click {
  double time = 0;              // [s] of first touch
  ForceTimes force;             // [s]
  VelocityJump velocity_jump;   // what the whole force does to the body, body frame
  std::optional<Pose> place{};  // instead of the body's own
};

/// A contact longer than this is no click: its sound lies below 10 Hz. [s]
inline constexpr double kLongestClick = 0.1;
/// Clicks are not followed farther than this, 3 km: they would be 70 dB weaker than at a metre. [s]
inline constexpr double kLongestWay = 10;

class ClickEmitter final : public BurstEmitter {
 public:
  /// @param track must outlive the emitter; @param ears how many will listen.
  ClickEmitter(std::string name, std::shared_ptr<const ClickField> field, const PoseTrack& track,
               int ears);

  /// Clicks may come in any order, but not later than their sound is asked for.
  void add(const Click& click);

  void belongs_to(int object, const MixShare& share) { object_ = object, share_ = share; }

  /// What it sends holds the floor's part already.
  void is_part_of_floor() { mirrored_ = false; }

  const std::string& name() const override { return name_; }
  int object() const override { return object_; }
  MixShare share() const override { return share_; }
  EmitterReport report(double fastest_spin) const override;
  double rate() const override { return field_->rate(); }
  double lead() const override { return field_->lead() + 2 / rate(); }
  double tail() const override { return kLongestClick + field_->samples() / rate(); }
  const PoseTrack& track() const override { return *track_; }
  bool mirrored_by_floor() const override { return mirrored_; }
  bool emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
            std::span<float* const> out) override;

  const ClickField& field() const { return *field_; }
  int clicks() const { return count_; }

 private:
  struct Waiting {
    Click click;
    int order = 0;  // clicks at the same instant keep the order in which they came
  };
  struct Column {  // one click at one ear
    int ear = 0;
    const Click* click = nullptr;
    double arrival = 0;  // [s] at the ear, of what leaves the centre at the first touch
    ClickView view;
  };
  static bool after(const Waiting& a, const Waiting& b);
  void render(std::span<const TimedEar* const> ears);
  void render_columns(std::span<const Column> columns);
  void deliver(const Column& column, const float* click);
  void make_room(double longest_force);  // [samples]

  std::string name_;
  std::shared_ptr<const ClickField> field_;
  const PoseTrack* track_;
  int object_ = -1;
  MixShare share_;
  bool mirrored_ = true;
  int count_ = 0;
  std::vector<Waiting> waiting_;  // a heap, earliest first
  std::vector<Click> due_;

  // Sound not yet asked for: per ear, from sample begin_ on.
  bool started_ = false;
  std::int64_t begin_ = 0;
  std::vector<std::vector<float>> pending_;
  std::int64_t sounding_until_ = 0;  // all pending samples from here on are 0

  std::vector<std::vector<float>> weights_;  // per column
  std::vector<std::vector<float>> sums_;     // per column, with margin_ zeros at both ends
  int margin_ = 0;
  std::vector<float> force_;
};

}  // namespace peal
