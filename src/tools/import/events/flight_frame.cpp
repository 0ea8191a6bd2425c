#include "tools/import/events/flight_frame.h"

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr int kRimCorners = 48;  // of a cylinder off the centre

struct Seen {
  const FlightFrame& frame;

  CollisionShape operator()(const SphereShape& s) const {
    return HullShape{{frame.point_from_body({})}, s.radius};
  }
  CollisionShape operator()(const BarShape& s) const {
    HullShape hull;
    for (int k = 0; k < 8; ++k)
      hull.corners.push_back(
          frame.point_from_body({(k & 1 ? 0.5 : -0.5) * s.size.x, (k & 2 ? 0.5 : -0.5) * s.size.y,
                                 (k & 4 ? 0.5 : -0.5) * s.size.z}));
    return hull;
  }
  CollisionShape operator()(const CylinderShape& s) const {
    HullShape hull;
    const Vec3 x =
        normalized(cross(s.axis, std::abs(s.axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 y = cross(s.axis, x);
    for (int k = 0; k < kRimCorners; ++k) {
      const double angle = 2 * kPi * k / kRimCorners;
      const Vec3 rim = s.radius * (std::cos(angle) * x + std::sin(angle) * y);
      for (const double end : {-0.5, 0.5})
        hull.corners.push_back(frame.point_from_body(rim + end * s.height * s.axis));
    }
    return hull;
  }
  CollisionShape operator()(const EllipsoidShape& s) const {
    HullShape hull;  // points at equal distances on a spiral
    for (int i = 0; i < 2 * kRimCorners; ++i) {
      const double y = 1 - (i + 0.5) / kRimCorners, r = std::sqrt(1 - y * y);
      const double angle = i * kPi * (3 - std::sqrt(5.0));
      hull.corners.push_back(frame.point_from_body(
          {s.radii.x * r * std::cos(angle), s.radii.y * y, s.radii.z * r * std::sin(angle)}));
    }
    return hull;
  }
  CollisionShape operator()(HullShape s) const {
    for (Vec3& corner : s.corners) corner = frame.point_from_body(corner);
    const Vec3 origin = frame.point_from_body({});
    for (RimArc& rim : s.rims) {
      rim.centre = frame.point_from_body(rim.centre);
      rim.axis = frame.point_from_body(rim.axis) - origin;
      rim.middle = frame.point_from_body(rim.middle) - origin;
    }
    return s;
  }
  CollisionShape operator()(PartsShape s) const {
    for (HullShape& part : s.parts) part = std::get<HullShape>((*this)(std::move(part)));
    return s;
  }
  CollisionShape operator()(TrianglesShape s) const {
    for (auto& triangle : s.triangles)
      for (Vec3& corner : triangle) corner = frame.point_from_body(corner);
    return s;
  }
};

}  // namespace

CollisionShape seen_from_flight(const CollisionShape& shape, const FlightFrame& frame) {
  return frame.is_body_frame() ? shape : std::visit(Seen{frame}, shape);
}

void move_to_flight_frames(const std::vector<FlightFrame>& flights, RigidSetup& setup,
                           PoseFrames& frames) {
  for (std::size_t b = 0; b < flights.size(); ++b) {
    if (flights[b].is_body_frame()) continue;
    setup.bodies[b].shape = seen_from_flight(setup.bodies[b].shape, flights[b]);
    setup.bodies[b].cut.reset();
    for (Pose& pose : frames.poses[b]) pose = flights[b].from_body(pose);
  }
}

}  // namespace peal
