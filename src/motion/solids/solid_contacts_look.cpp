// Who may meet: boxes first, then points near triangles and faces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/solids/solid_contacts.h"
#include "physics/contact/hertz.h"
#include "physics/solids/hertz_ball.h"

namespace peal {
namespace {

constexpr double kSurprise = 2;   // [m/s] that something may gain while nobody looks
constexpr double kBeyond = 2e-4;  // [m] looked at in any case
constexpr double kInside = 1e-4;  // [m] in each other at the start: more is a mistake
constexpr double kHardBlow = 3;   // [m/s] for which steps are short enough
constexpr std::size_t kMostCorners = 200;

double effective_modulus(const Scene& scene, int a, int b) {
  return reduced(plane_strain_modulus(scene.material(scene.objects[a].material)),
                 plane_strain_modulus(scene.material(scene.objects[b].material)));
}

double ball_mass(const Scene& scene, int object) {
  const ObjectSpec& spec = scene.objects[object];
  return spec.geometry->solid.mass * scene.material(spec.material).density;
}

}  // namespace

SolidContacts::SolidContacts(const Scene& scene, std::vector<Part> parts)
    : scene_(scene),
      parts_(std::move(parts)),
      grids_(parts_.size()),
      places_(parts_.size()),
      slots_of_points_(parts_.size()) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    places_[p].resize(parts_[p].nodes.size());
    slots_of_points_[p].assign(parts_[p].nodes.size(), -1);
  }
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    if (object.body != BodyKind::rigid) continue;
    Rigid rigid;
    rigid.object = static_cast<int>(i);
    for (const Vec3& x : object.geometry->surface.vertices)
      rigid.radius = std::max(rigid.radius, norm(x));
    if (const auto* ball = std::get_if<SphereShape>(&object.shape)) {
      rigid.ball = rigid.radius = ball->radius;
    } else {
      rigid.corners =
          object.geometry->hull.empty() ? object.geometry->surface.vertices : object.geometry->hull;
      if (rigid.corners.size() > kMostCorners) rigid.corners.clear();
    }
    rigids_.push_back(rigid);
  }
  touched_of_.assign(rigids_.size(), -1);
}

double SolidContacts::longest_step(std::size_t part, double critical,
                                   std::vector<std::string>& warnings) const {
  const Part& p = parts_[part];
  double step = critical, lightest = 1e300, area = 0;
  for (const int n : p.nodes) lightest = std::min(lightest, p.body->mass(n));
  for (const auto& t : p.surface.triangles) {
    const Vec3 &a = p.surface.rest[t[0]], &b = p.surface.rest[t[1]], &c = p.surface.rest[t[2]];
    area += 0.5 * norm(cross(b - a, c - a));
  }
  const double cell = std::sqrt(2 * area / static_cast<double>(p.surface.triangles.size()));
  for (const Rigid& rigid : rigids_) {
    if (!(rigid.ball > 0)) continue;
    const double modulus = effective_modulus(scene_, p.object, rigid.object);
    const HertzPair pair{rigid.ball, ball_mass(scene_, rigid.object), modulus};
    const HertzContact hard = hertz_contact(pair, kHardBlow);
    const double k = 1.5 * hard.stiffness * std::sqrt(hard.max_compression);
    step = std::min(
        {step, 2 / std::sqrt(k / lightest + 4 / (critical * critical)), hard.duration / 20});
    const Material& material = scene_.material(scene_.objects[p.object].material);
    const double soft = hertz_contact(pair, 1).duration;
    const double coarsest =
        p.surface.thickness > 0
            ? coarsest_cell_under_strike({material.young, material.poisson, material.density},
                                         p.surface.thickness, soft)
            : 1e300;
    if (cell > coarsest)
      warnings.push_back(fmt::format(
          "object '{}': the ball '{}' touches it for {:.3g} s at 1 m/s, which asks for cells of "
          "{:.3g} m; they are {:.3g} m wide, and how it rebounds is a property of the mesh: raise "
          "`solid.cells`",
          scene_.objects[p.object].name, scene_.objects[rigid.object].name, soft, coarsest, cell));
  }
  return step;
}

/// The triangles that p may come to touch while it goes `way`.
void SolidContacts::look_on_part(Meeting meeting, const Vec3& p, double way) {
  const Part& on = parts_[meeting.on];
  const double skin = meeting.radius + on.body->half_thickness() +
                      (meeting.from >= 0 ? parts_[meeting.from].body->half_thickness() : 0);
  const double reach = skin + way + kBeyond;
  grids_[meeting.on].near(p, reach, found_);
  double nearest = 1e300;
  std::vector<double> distances;
  const auto& x = places_[meeting.on];
  for (const int t : found_) {
    const auto& [a, b, c] = on.surface.triangles[t];
    const double d = nearest_in_triangle(x[a], x[b], x[c], p).distance;
    distances.push_back(d);
    nearest = std::min(nearest, d);
  }
  if (nearest > reach) return;
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (distances[i] <= std::max(nearest, skin) + 2 * way + kBeyond)
      meeting.triangles.push_back(found_[i]);
  if (!meeting.triangles.empty()) meetings_.push_back(std::move(meeting));
}

bool SolidContacts::look(const RigidWorld& rigid, double t0, double t1) {
  meetings_.clear(), faces_.clear();
  std::fill(touched_of_.begin(), touched_of_.end(), -1);
  if (!any()) return false;
  struct Box {
    Vec3 low, high;
    double speed = 0;
    double away(const Vec3& p) const {
      Vec3 apart;
      for (int k = 0; k < 3; ++k) apart[k] = std::max({low[k] - p[k], 0.0, p[k] - high[k]});
      return norm(apart);
    }
  };
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Box box{position(int(i), 0), position(int(i), 0)};
    for (std::size_t p = 0; p < parts_[i].nodes.size(); ++p) {
      const Vec3 x = places_[i][p] = position(int(i), int(p));
      for (int k = 0; k < 3; ++k)
        box.low[k] = std::min(box.low[k], x[k]), box.high[k] = std::max(box.high[k], x[k]);
      box.speed = std::max(box.speed, norm(parts_[i].body->velocity(parts_[i].nodes[p])));
    }
    boxes.push_back(box);
  }
  std::vector<bool> filled(parts_.size());
  const auto grid = [&](std::size_t i) {
    if (!filled[i]) grids_[i].fill(places_[i], parts_[i].surface.triangles);
    filled[i] = true;
  };
  int near_bodies = 0;
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const Rigid& body = rigids_[r];
    if (scene_.objects[body.object].release > t1) continue;
    const RigidState s = state_near(rigid, body.object, t0, -scene_.motion.preroll);
    const double speed = norm(s.velocity) + body.radius * norm(s.spin);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const double way = (speed + boxes[i].speed + kSurprise) * (t1 - t0);
      const double half = parts_[i].body->half_thickness();
      if (boxes[i].away(s.pose.position) > body.radius + half + way + kBeyond) continue;
      const std::size_t before = meetings_.size() + faces_.size();
      const double friction = pair_values(scene_, parts_[i].object, body.object).friction;
      Meeting meeting;
      meeting.rigid = int(r), meeting.on = int(i), meeting.friction = friction;
      meeting.radius = body.ball;
      grid(i);
      if (body.ball > 0) look_on_part(meeting, s.pose.position, way);
      for (std::size_t c = 0; c < body.corners.size(); ++c) {
        meeting.local = body.corners[c], meeting.point = int(c);
        const Vec3 p = to_world(s.pose, meeting.local);
        if (boxes[i].away(p) < half + way + kBeyond) look_on_part(meeting, p, way);
      }
      const BodyGeometry& geometry = *scene_.objects[body.object].geometry;
      if (!(body.ball > 0))
        for (std::size_t p = 0; p < places_[i].size(); ++p) {
          const double reach = half + way + kBeyond;
          if (norm(places_[i][p] - s.pose.position) > body.radius + reach) continue;
          const Vec3 own = to_body(s.pose, places_[i][p]);
          const NearPoint near = geometry.tree->nearest(own, reach);
          if (near.triangle < 0) continue;
          const Vec3 face = normalized(geometry.surface.area_vector(near.triangle), {0, 1, 0});
          const Vec3 away = own - near.point;
          const double side = dot(away, face) < 0 ? -1 : 1;
          const Vec3 normal = near.distance > 1e-7 ? side / near.distance * away : face;
          faces_.push_back({int(i), int(p), int(r), near.point, normal, friction});
        }
      if (meetings_.size() + faces_.size() > before && touched_of_[r] < 0)
        touched_of_[r] = near_bodies++;
    }
  }
  for (std::size_t a = 0; a < parts_.size(); ++a)
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      if (a == b) continue;
      const double way = (boxes[a].speed + boxes[b].speed + kSurprise) * (t1 - t0);
      const double reach =
          parts_[a].body->half_thickness() + parts_[b].body->half_thickness() + way + kBeyond;
      bool apart = false;
      for (int k = 0; k < 3; ++k)
        apart = apart || boxes[a].low[k] > boxes[b].high[k] + reach ||
                boxes[b].low[k] > boxes[a].high[k] + reach;
      if (apart) continue;
      grid(b);
      Meeting meeting;
      meeting.from = int(a), meeting.on = int(b);
      meeting.friction = pair_values(scene_, parts_[a].object, parts_[b].object).friction;
      for (std::size_t p = 0; p < places_[a].size(); ++p) {
        meeting.point = int(p);
        if (boxes[b].away(places_[a][p]) < reach) look_on_part(meeting, places_[a][p], way);
      }
    }
  return !meetings_.empty() || !faces_.empty();
}

void SolidContacts::refuse_overlap() {
  const auto name = [&](int object) { return scene_.objects[object].name; };
  const auto refuse = [&](int a, int b, double gap) {
    if (gap < -kInside)
      fail("object '{}' reaches {:.3g} m into '{}' at the start; move them apart", name(a), -gap,
           name(b));
  };
  for (Meeting& m : meetings_) {
    const Vec3 p = start_of(m);
    const double gap = measure(m, p);
    refuse(m.rigid >= 0 ? rigids_[m.rigid].object : parts_[m.from].object, parts_[m.on].object,
           gap);
  }
  for (const OnFace& f : faces_) {
    const Pose& pose = touched_[touched_of_[f.rigid]].pose();
    const double gap = dot(f.normal, to_body(pose, position(f.part, f.point)) - f.local) -
                       parts_[f.part].body->half_thickness();
    refuse(parts_[f.part].object, rigids_[f.rigid].object, gap);
  }
}

double SolidContacts::spring(const Meeting& m) const {
  return 4.0 / 3 * std::sqrt(m.radius) *
         effective_modulus(scene_, parts_[m.on].object, rigids_[m.rigid].object);
}

}  // namespace peal
