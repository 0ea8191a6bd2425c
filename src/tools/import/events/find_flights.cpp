#include "tools/import/events/find_flights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "motion/rigid/convex_piece.h"
#include "tools/import/events/flight_centre.h"

namespace peal {
namespace {

constexpr double kSameCentre = 1e-6;    // [m]
constexpr double kInertiaDoubt = 0.35;  // a box instead of a mug; about another point
constexpr double kTellOffset = 0.02;    // of the bounding_radius

bool moves(const RigidBodySetup& body) { return !body.fixed && body.path.empty(); }

struct Skin {
  double margin;

  void operator()(SphereShape& s) const { s.radius += margin; }
  void operator()(HullShape& s) const { s.round += margin; }
  void operator()(PartsShape& s) const {
    for (HullShape& part : s.parts) part.round += margin;
  }
  void operator()(TrianglesShape& s) const { s.round += margin; }
  void operator()(BarShape&) const {}  // scenes' own shapes have no margins
  void operator()(CylinderShape&) const {}
  void operator()(EllipsoidShape&) const {}
};

CollisionShape hull_of(const CollisionShape& shape, double rounding) {
  const auto* parts = std::get_if<PartsShape>(&shape);
  if (!parts) return shape;
  std::vector<Vec3> corners;
  for (const HullShape& part : parts->parts) {
    corners.insert(corners.end(), part.corners.begin(), part.corners.end());
    for (const RimArc& rim : part.rims)
      for (const int k : {-2, -1, 0, 1, 2}) corners.push_back(rim.at(0.5 * k * rim.half_angle));
  }
  return rounded_hull(corners, rounding);
}

std::string centre_text(const BodyFrame& own, const FlightFrame& flight) {
  const Vec3 p = own.to_own(flight.centre);
  const auto plain = [](double x) { return std::round(1e5 * x) / 1e5 + 0.0; };
  return fmt::format("({:g}, {:g}, {:g})", plain(p.x), plain(p.y), plain(p.z));
}

}  // namespace

Flights find_flights(const Scene& scene, const SimulatedBodies& told, RigidSetup& setup,
                     PoseFrames& poses) {
  Flights out;
  out.frames.resize(setup.bodies.size());
  out.margins.resize(setup.bodies.size(), 0);
  for (const char* name : {"floor", "ground"})
    if (const auto floor = told.find(name); floor != told.end() && scene.object_index(name) < 0)
      out.floor_margin = std::max(out.floor_margin, floor->second.margin);
  for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
    RigidBodySetup& body = setup.bodies[b];
    const BodyFrame& own = scene.objects[b].geometry->frame;
    FlightFrame& flight = out.frames[b];
    const auto found = told.find(scene.objects[b].name);
    const SimulatedBody simulated = found == told.end() ? SimulatedBody{} : found->second;
    const double bounding_radius = outer_radius(body.shape);
    if (simulated.rounding && moves(body)) {
      body.shape = hull_of(body.shape, *simulated.rounding);
      body.cut.reset();
    }
    if (simulated.margin > 0) {
      out.margins[b] = simulated.margin;
      CollisionShape shape = *body.shape;
      std::visit(Skin{simulated.margin}, shape);
      body.shape = std::move(shape);
      body.cut.reset();
    }
    if (!moves(body)) continue;
    if (simulated.gyration) {
      const Vec3& g = *simulated.gyration;
      flight.axes = conjugate(own.axes);
      body.inertia_diagonal = body.mass * Vec3{g.x * g.x, g.y * g.y, g.z * g.z};
    }
    if (simulated.centre) {
      const Vec3 centre = own.to_body(*simulated.centre);
      if (norm(centre) > kSameCentre) flight.centre = centre;
    } else {
      const FlightCentre seen =
          flight_centre(poses.times, poses.poses[b], setup.gravity, bounding_radius,
                        {poses.rounding, poses.turn_rounding});
      flight.centre = seen.offset;
    }
    if (flight.centre == Vec3{}) continue;
    if (!simulated.gyration) flight.inertia_doubt = kInertiaDoubt;
    if (norm(flight.centre) > kTellOffset * bounding_radius)
      out.notes.push_back(fmt::format(
          "'{}' {} {}, {:.2g} mm from the centre of its mesh: impacts are reckoned about it",
          scene.objects[b].name,
          simulated.centre ? "was simulated about" : "flies, as its poses show, about",
          centre_text(own, flight), 1e3 * norm(flight.centre)));
  }
  move_to_flight_frames(out.frames, setup, poses);
  setup.floor_height += out.floor_margin;
  return out;
}

}  // namespace peal
