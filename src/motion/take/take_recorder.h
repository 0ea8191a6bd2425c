// Motion => Take: keeps what a stream of motion says, with as few knots as the poses allow.
#pragma once
#include "motion/take/take.h"

namespace peal {

/// Largest deviation of a kept track from the knots left out: at 20 kHz 1e-6 m are 4e-4 rad of
/// phase.
inline constexpr double kKnotDistance = 1e-6;  // [m]
inline constexpr double kKnotTurn = 1e-4;      // [rad]

/// Drops knots that its neighbours imply. Instants with two knots (impacts) stay.
class KnotThinner {
 public:
  void add(const PoseKnot& knot);
  /// All knots are in after this.
  void close();
  /// Poses before `time` [s] are those of what has been kept.
  bool settled(double time) const;
  PoseTrack finish() {
    close();
    return std::move(track_);
  }
  const PoseTrack& track() const { return track_; }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive);

 private:
  bool implied(const PoseKnot& end) const;
  void keep(const PoseKnot& knot);
  PoseTrack track_;
  std::vector<PoseKnot> waiting_;  // after the last kept one; the last of them may still be dropped
};

class TakeRecorder {
 public:
  explicit TakeRecorder(std::vector<TakeBody> bodies, double begin);
  /// The block that the motion has just delivered; its tracks may forget afterwards.
  void record(const MotionBlock& block, const std::vector<PoseTrack>& tracks);
  /// @param end the motion was followed until here [s]
  void close(double end);
  Take finish(double end);

  /// What has happened so far; without tracks.
  const Take& so_far() const { return take_; }
  /// Of an object: the knots kept so far, and whether they tell its poses before `time` [s].
  const PoseTrack& track(std::size_t object) const { return thinners_[object].track(); }
  bool settled(std::size_t object, double time) const { return thinners_[object].settled(time); }

  void save(StateWriter& out) const;
  void load(StateReader& in);

 private:
  Take take_;
  std::vector<KnotThinner> thinners_;
  std::vector<std::size_t> seen_;   // knots of each track that share the time seen_until_
  std::vector<double> seen_until_;  // [s]
};

}  // namespace peal
