#include "sources/contacts/moving_contact.h"

#include <algorithm>
#include <array>

namespace peal {
namespace {

constexpr double kTurning = 0.3;     // of the way to the direction of slip, per hop
constexpr double kShortWay = 3e-3;   // [m] that a place runs in a hop
constexpr double kLeastTilt = 3e-4;  // [rad] of an axis: takes keep poses to 1e-4

Vec3 velocity_of(const PoseTrack* track, double time, const Vec3& place) {
  if (!track) return {};
  return track->velocity_at(time) + cross(track->spin_at(time), place - track->position_at(time));
}

ContactEnd end_of(const MovingContact::Body& body, double time, const Vec3& place,
                  const Vec3& direction) {
  ContactEnd end;
  end.resonator = body.resonator;
  if (!body.track) return end;
  const Pose pose = body.track->pose_at(time);
  end.point = to_body(pose, place);
  end.direction = rotate_back(pose.rotation, direction);
  return end;
}

void pass(const MovingContact::Body& body, double time, const Vec3& place, const Vec3& direction,
          ContactEnd& end) {
  const ContactEnd then = end_of(body, time, place, direction);
  end.passed_points[end.passed] = then.point;
  end.passed_directions[end.passed++] = then.direction;
}

}  // namespace

MovingContact::MovingContact(const ContactPair& pair, const ContactSample& first, const Body& a,
                             const Body& b, bool follows_a, ContactStage& stage, const Heard& heard)
    : sound_(stage.rate()),
      a_(a),
      b_(b),
      follows_a_(follows_a),
      rate_(stage.rate()),
      heard_(heard),
      normal_number_(stage.open()),
      slide_number_(stage.open()) {
  sound_.set_pair(pair);
  waiting_.push_back(first);
}

void MovingContact::close(ContactStage& stage) {
  stage.close(normal_number_);
  stage.close(slide_number_);
}

// A place that rolls stays below its body and does not turn with it. On what was turned on a lathe
// it lies in the plane of the axis and the normal: under a coin that wobbles it runs around, much
// faster than contact samples follow.
void MovingContact::roll_on(const Pose& pose, Kinematics& out) const {
  out.place = pose.position + below_;
  const Vec3& axis = follows_a_ ? a_.axis : b_.axis;
  if (axis == Vec3{}) return;
  const Vec3 along = rotate(pose.rotation, axis), towards = follows_a_ ? -now_.normal : now_.normal;
  const Vec3 across = towards - dot(towards, along) * along;
  const double height = dot(anchor_, axis), radius = norm(anchor_ - height * axis);
  const double tilt = std::max(norm(across), kLeastTilt);
  out.rim_radius = radius / tilt;
  if (tilt > kLeastTilt) out.place = pose.position + height * along + radius / tilt * across;
}

// The place of touch stays on the body that carries it along, and wanders by rolling.
MovingContact::Kinematics MovingContact::move_to(double time) {
  const PoseTrack* carrier = follows_a_ ? a_.track : b_.track;
  for (; !waiting_.empty() && waiting_.front().time <= time; waiting_.pop_front()) {
    ended_ = waiting_.front().ends;
    if (ended_) continue;
    now_.state = waiting_.front().state;
    // What has come to rest fades where it was last, rolling as it did: the middle of a face, where
    // a disc that lies is said to touch, is no place that the rim runs to.
    if (now_.state == ContactState::rest && !sound_.quiet()) continue;
    now_ = waiting_.front();
    anchor_ = follows_a_ ? now_.point_a : now_.point_b;
    if (!carrier) continue;
    const Pose pose = carrier->pose_at(now_.time);
    below_ = to_world(pose, anchor_) - pose.position;
  }
  Kinematics out;
  out.place = anchor_;
  if (carrier) {
    const Pose pose = carrier->pose_at(time);
    if (norm(now_.roll) > 0)
      roll_on(pose, out);
    else
      out.place = to_world(pose, anchor_);
  }
  const Vec3 slip = velocity_of(a_.track, time, out.place) - velocity_of(b_.track, time, out.place);
  out.slip = slip - dot(slip, now_.normal) * now_.normal;
  return out;
}

// The direction of slip turns slowly; when it reverses, the speed changes its sign instead.
void MovingContact::turn_along(const Vec3& slip) {
  const double speed = norm(slip);
  if (speed < 1e-4) return;
  const Vec3 unit = slip / speed;
  const Vec3 mixed =
      turned_ ? (1 - kTurning) * along_ + (dot(unit, along_) < 0 ? -kTurning : kTurning) * unit
              : unit;
  along_ = mixed / norm(mixed);
  turned_ = true;
}

void MovingContact::begin_hop(std::int64_t hop, std::vector<ContactHop>& out) {
  const double end = static_cast<double>((hop + 1) * kHop) / rate_;
  const Kinematics now = move_to(end);
  turn_along(now.slip);
  const bool moves = !ended_ && now_.state != ContactState::rest;
  if (!sound_.prepare(moves ? now_.normal_force : 0, dot(now.slip, along_), norm(now_.roll),
                      now.rim_radius)) {
    turned_ = false;
    return;
  }
  // Where it was on the way, when that is long against the waves of modes.
  const double hop_time = kHop / rate_;
  std::array<Vec3, ContactEnd::kMostPassed> places;
  int passed = 0;
  if (now.rim_radius > 0) {
    passed = static_cast<int>(
        std::min<double>(norm(now_.roll) * hop_time / kShortWay, ContactEnd::kMostPassed));
    const PoseTrack& carrier = *(follows_a_ ? a_.track : b_.track);
    for (int k = 0; k < passed; ++k) {
      Kinematics then;
      roll_on(carrier.pose_at(end - hop_time * (k + 1) / (passed + 1)), then);
      places[k] = then.place;
    }
  }
  const auto contact = [&](int number, const Vec3& direction, ContactLaw& law) {
    ContactHop made;
    made.contact = number;
    made.a = end_of(a_, end, now.place, direction), made.b = end_of(b_, end, now.place, direction);
    for (int k = 0; k < passed; ++k) {
      const double time = end - hop_time * (k + 1) / (passed + 1);
      pass(a_, time, places[k], direction, made.a), pass(b_, time, places[k], direction, made.b);
    }
    made.law = &law;
    made.gain = heard_.gain;
    made.mechanism = heard_.mechanism;
    return made;
  };
  out.push_back(contact(normal_number_, -now_.normal, sound_.normal()));  // from a to b
  out.back().extra = &sound_.mass();
  if (!sound_.drags()) return;
  out.push_back(contact(slide_number_, along_, sound_.slide()));
  out.back().slip = sound_.slip();
}

}  // namespace peal
