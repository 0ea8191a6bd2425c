#include "motion/grains/crowd_world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/rng.h"
#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr int kGrainStateVersion = 3;
constexpr double kSpacing = 2.1;       // [radii] between grains that hang at the start
constexpr double kJitter = 0.04;       // [radii] of their places
constexpr double kContactTime = 1e-4;  // [s] TC model: shorter chains of hits are one
constexpr double kQuietest = 1e-4;     // [m/s]
// What lies or rolls hops at gravity * contact time / 4, 2 / contact time times a second: a tone of
// 20 kHz that nobody must hear.
constexpr double kLies = 1.2 / 4;   // times gravity and contact time
constexpr std::size_t kSingly = 8;  // hits of a body in a rigid step that push it one by one
constexpr int kAttempts = 20;       // to find a free place for a grain that is poured

/// Rows of the tables of restitution and friction, by name.
class Materials {
 public:
  int row(const std::string& name, double restitution, double friction) {
    const auto [found, fresh] = rows_.try_emplace(name, static_cast<int>(values_.size()));
    if (fresh) values_.push_back(restitution), frictions_.push_back(friction);
    return found->second;
  }
  int row(const Scene& scene, const std::string& name) {
    const Material& material = scene.material(name);
    return row(name, material.restitution, material.friction);
  }
  /// Of a crowd: without spin it is smooth.
  int row(const Scene& scene, const GrainsSpec& crowd) {
    if (crowd.spin) return row(scene, crowd.material);
    return row(crowd.material + "/smooth", scene.material(crowd.material).restitution, 0);
  }
  std::vector<Restitution> restitutions() const {
    std::vector<Restitution> out;
    for (const double a : values_)
      for (const double b : values_) out.push_back({std::min(a, b)});
    return out;
  }
  /// As for rigid bodies: the geometric mean.
  std::vector<double> frictions() const {
    std::vector<double> out;
    for (const double a : frictions_)
      for (const double b : frictions_) out.push_back(std::sqrt(a * b));
    return out;
  }

 private:
  std::map<std::string, int> rows_;
  std::vector<double> values_, frictions_;
};

TriangleMesh placed(const ObjectSpec& object) {
  TriangleMesh mesh = object.geometry->surface;
  const Pose pose = object.pose();
  for (Vec3& x : mesh.vertices) x = to_world(pose, x);
  return mesh;
}

}  // namespace

CrowdWorld::CrowdWorld(const Scene& scene)
    : scene_(scene), roster_(scene), begin_(-scene.motion.preroll) {
  GrainSetup setup;
  Materials materials;
  for (const RosterKind& kind : roster_.kinds) {
    const GrainsSpec& crowd = scene.grains[kind.crowd];
    setup.kinds.push_back({kind.radius, scene.material(crowd.material).density,
                           materials.row(scene, crowd), crowd.rolling});
  }
  const int floor = setup.walls.add_body();  // body 0, with or without a floor
  object_of_.push_back(kFloor);
  if (const auto& spec = scene.motion.floor)
    setup.walls.add_plane(
        floor, {0, spec->height, 0}, {0, 1, 0},
        materials.row("floor",
                      spec->restitution.value_or(scene.material(spec->material).restitution),
                      spec->friction.value_or(scene.material(spec->material).friction)));
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const ObjectSpec& object = scene.objects[i];
    if (object.body != BodyKind::rigid) continue;
    const int material = materials.row(scene, object.material);
    const bool moves = !object.is_static || object.animated();
    const int body = moves ? setup.walls.add_carried() : setup.walls.add_body();
    object_of_.push_back(i);
    if (moves) carried_.push_back(body);
    setup.walls.add_mesh(body, moves ? object.geometry->surface : placed(object), material);
  }
  setup.laws.gravity = scene.motion.gravity;
  setup.laws.restitution = materials.restitutions();
  if (std::any_of(scene.grains.begin(), scene.grains.end(),
                  [](const GrainsSpec& crowd) { return crowd.spin; }))
    setup.laws.friction = materials.frictions();
  setup.laws.contact_time = kContactTime;
  setup.laws.quietest = std::max(kQuietest, kLies * norm(scene.motion.gravity) * kContactTime);
  setup.laws.rest.allowed = std::any_of(scene.grains.begin(), scene.grains.end(),
                                        [](const GrainsSpec& g) { return g.rest; });
  number_of_.assign(roster_.kind_of.size(), -1);
  std::vector<int> poured;
  for (int c = 0; c < static_cast<int>(scene.grains.size()); ++c) {
    if (scene.grains[c].rate > 0) {
      pours_.push_back({c, 0, 0});
      continue;
    }
    for (int i = 0; i < scene.grains[c].count; ++i) {
      const int grain = roster_.first[c] + i;
      number_of_[grain] = static_cast<int>(grain_of_.size());
      grain_of_.push_back(grain);
      KeyedRng random(scene.seed, source_number(scene.grains[c].name + "/speed"),
                      static_cast<std::uint64_t>(i));
      Vec3 velocity = scene.grains[c].velocity;
      for (int k = 0; k < 3; ++k)
        velocity[k] += scene.grains[c].velocity_jitter[k] * random.uniform(-1, 1);
      setup.grains.push_back({place_in(c, i, 0), velocity, roster_.kind_of[grain]});
    }
  }
  next_frame_ = static_cast<std::int64_t>(std::ceil(begin_ * CrowdFrame::kFrameRate - 1e-9));
  try {
    world_ = std::make_unique<GrainWorld>(std::move(setup));
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    fail("grains: {}; move their region or make it larger", error.what());
  }
}

/// Grains that hang at the start form layers, those that are poured come from anywhere in the
/// region.
Vec3 CrowdWorld::place_in(int crowd, int grain, int attempt) const {
  const GrainsSpec& spec = scene_.grains[crowd];
  const double largest = std::max(spec.radius, spec.radius_to);
  const bool round = spec.region == GrainRegion::cylinder;
  const Vec3 size{spec.size.x, spec.size.y, round ? spec.size.x : spec.size.z};
  KeyedRng random(scene_.seed, source_number(spec.name + "/place"),
                  static_cast<std::uint64_t>(grain) * kAttempts + attempt);
  if (spec.rate > 0) {
    Vec3 at;
    const double inside = 2 * largest;
    if (round) {
      const double r = std::max(0.0, size.x - inside) / 2 * std::sqrt(random.uniform(0, 1)),
                   angle = random.uniform(0, 2 * kPi);
      at = {r * std::cos(angle), 0, r * std::sin(angle)};
    } else {
      at.x = random.uniform(-0.5, 0.5) * std::max(0.0, size.x - inside);
      at.z = random.uniform(-0.5, 0.5) * std::max(0.0, size.z - inside);
    }
    at.y = random.uniform(-0.5, 0.5) * std::max(0.0, size.y - inside);
    return spec.position + at;
  }
  const double spacing = kSpacing * largest;
  const int nx = std::max(1, static_cast<int>(size.x / spacing)),
            nz = std::max(1, static_cast<int>(size.z / spacing));
  std::vector<std::pair<int, int>> columns;
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z) {
      const double px = (x - 0.5 * (nx - 1)) * spacing, pz = (z - 0.5 * (nz - 1)) * spacing;
      if (!round || std::hypot(px, pz) + largest <= size.x / 2 || nx * nz == 1)
        columns.emplace_back(x, z);
    }
  if (columns.empty()) columns.emplace_back(nx / 2, nz / 2);
  const auto [x, z] = columns[grain % columns.size()];
  const auto layer = static_cast<double>(grain / static_cast<int>(columns.size()));
  Vec3 at{(x - 0.5 * (nx - 1)) * spacing, -size.y / 2 + largest + layer * spacing,
          (z - 0.5 * (nz - 1)) * spacing};
  for (int k = 0; k < 3; ++k) at[k] += kJitter * largest * random.uniform(-1, 1);
  return spec.position + at;
}

double CrowdWorld::release_time(const Pour& pour) const {
  if (pour.next >= scene_.grains[pour.crowd].count) return std::numeric_limits<double>::infinity();
  return std::max(0.0, begin_) + static_cast<double>(pour.turn) / scene_.grains[pour.crowd].rate;
}

/// False when there was no room: it is tried again at the next instant.
bool CrowdWorld::release(Pour& pour) {
  const GrainsSpec& spec = scene_.grains[pour.crowd];
  const int grain = roster_.first[pour.crowd] + pour.next;
  KeyedRng random(scene_.seed, source_number(spec.name + "/speed"),
                  static_cast<std::uint64_t>(pour.next));
  Vec3 velocity = spec.velocity;
  for (int k = 0; k < 3; ++k) velocity[k] += spec.velocity_jitter[k] * random.uniform(-1, 1);
  ++pour.turn;
  for (int attempt = 0; attempt < kAttempts; ++attempt) try {
      const int number = world_->add_grain(
          {place_in(pour.crowd, pour.next, attempt), velocity, roster_.kind_of[grain]});
      number_of_[grain] = number;
      grain_of_.resize(std::max<std::size_t>(grain_of_.size(), number + 1), -1);
      grain_of_[number] = grain;
      ++pour.next;
      return true;
    } catch (const Error&) {  // somebody is there
    }
  return false;
}

/// Rigid bodies as they go through the coming step if nothing but pushes given so far acts.
void CrowdWorld::carry_bodies(double until, const RigidWorld& rigid) {
  const double t0 = rigid.time(), step = until - t0;
  for (const int body : carried_) {
    const int object = object_of_[body];
    const RigidState begin = rigid.state(object, t0), end = rigid.state(object, until);
    const SolverBody side = rigid.side(object, t0);
    CarriedBody motion;
    motion.place = begin.pose.position, motion.turn = begin.pose.rotation;
    motion.velocity = (end.pose.position - begin.pose.position) / step;
    Quat turned = end.pose.rotation * conjugate(begin.pose.rotation);
    if (turned.w < 0) turned = {-turned.w, -turned.x, -turned.y, -turned.z};
    const Vec3 axis{turned.x, turned.y, turned.z};
    if (const double sine = norm(axis); sine > 0 && !(begin.pose.rotation == end.pose.rotation))
      motion.spin = (2 * std::atan2(sine, turned.w) / (sine * step)) * axis;
    motion.until = until - begin_;
    motion.there = scene_.objects[object].release <= t0;
    motion.inverse_mass = side.inverse_mass, motion.inverse_inertia = side.inverse_inertia;
    world_->carry(body, motion);
  }
  if (!carried_.empty()) world_->look_at_carried();
  if (carried_.empty() || begun_) return;
  try {
    world_->refuse_carried_overlap();
  } catch (const Error& error) {
    fail("grains: {} (body {} is object '{}'); move their region", error.what(), carried_.front(),
         scene_.objects[object_of_[carried_.front()]].name);
  }
}

/// A few hits push a body each at its own instant; more are one push and one turn in the middle.
void CrowdWorld::push_bodies(double until, RigidWorld& rigid) {
  const double middle = 0.5 * (rigid.time() + until);
  for (const int body : carried_) {
    const int object = object_of_[body];
    Vec3 push, turn;
    std::size_t count = 0;
    for (const CarriedPush& p : world_->pushes()) count += p.body == body;
    for (const CarriedPush& p : world_->pushes()) {
      if (p.body != body) continue;
      if (count <= kSingly)
        rigid.push(object, std::max(rigid.time(), p.time + begin_), p.impulse, p.place);
      push += p.impulse, turn += cross(p.place, p.impulse);
    }
    if (count <= kSingly) continue;
    const Vec3 centre = rigid.state(object, middle).pose.position;
    rigid.push(object, middle, push, centre);
    const Vec3 rest = turn - cross(centre, push);
    // A couple of two forces across it, a metre apart.
    const Vec3 along = std::abs(rest.x) < std::abs(rest.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 arm = normalized(cross(rest, along), {0, 0, 1}), force = cross(rest, arm);
    rigid.push(object, middle, force, centre + 0.5 * arm);
    rigid.push(object, middle, -force, centre - 0.5 * arm);
  }
  world_->forget_pushes();
}

void CrowdWorld::advance(double until, const Surroundings& around, MotionBlock& happened) {
  carry_bodies(until, around.rigid);
  begun_ = true;
  play(until, happened);
  push_bodies(until, around.rigid);
}

void CrowdWorld::play(double until, MotionBlock& happened) {
  while (happened.crowds.size() < scene_.grains.size())
    happened.crowds.push_back({static_cast<int>(happened.crowds.size()), {}});
  for (;;) {
    double next = until;
    Pour* pouring = nullptr;
    for (Pour& pour : pours_)
      if (const double t = release_time(pour); t < next) next = t, pouring = &pour;
    const double frame = static_cast<double>(next_frame_) / CrowdFrame::kFrameRate;
    if (frame < next) {
      advance_to(frame, happened);
      record_frames(frame, happened);
      ++next_frame_;
      continue;
    }
    advance_to(next, happened);
    if (!pouring) return;
    release(*pouring);
  }
}

void CrowdWorld::advance_to(double time, MotionBlock& happened) {
  hits_.clear();
  if (time - begin_ > world_->time()) world_->advance(time - begin_, hits_);
  for (GrainHit hit : hits_) {
    hit.time += begin_;
    hit.grain = grain_of_[hit.grain];
    hit.partner =
        hit.on_wall() ? partner_of_object(object_of_[hit.body()]) : grain_of_[hit.partner];
    happened.crowds[roster_.crowd_of(hit.grain)].hits.push_back(hit);
  }
}

void CrowdWorld::record_frames(double time, MotionBlock& happened) const {
  for (int c = 0; c < static_cast<int>(scene_.grains.size()); ++c) {
    CrowdFrame frame;
    frame.time = time, frame.crowd = c;
    const int count = std::min(scene_.grains[c].count, CrowdFrame::kMostParticles);
    for (int i = 0; i < count; ++i) {
      const int number = number_of_[roster_.first[c] + i];
      const bool there = number >= 0 && !world_->escaped(number);
      const Vec3 p = there ? world_->motion(number).place : Vec3{};
      for (int k = 0; k < 3; ++k)
        frame.places.push_back(there ? static_cast<float>(p[k])
                                     : std::numeric_limits<float>::quiet_NaN());
    }
    happened.frames.push_back(std::move(frame));
  }
}

void CrowdWorld::save(StateWriter& out) const {
  out.section("grains", kGrainStateVersion);
  out(pours_, grain_of_, number_of_, next_frame_, begun_, world_->save());
}

void CrowdWorld::load(StateReader& in) {
  in.section("grains", kGrainStateVersion);
  std::vector<std::byte> bytes;
  in(pours_, grain_of_, number_of_, next_frame_, begun_, bytes);
  world_->load(bytes);
}

}  // namespace peal
