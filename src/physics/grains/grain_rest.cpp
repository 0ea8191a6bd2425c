// Grains at rest: they cost nothing until something hits them. A grain comes to rest when it hardly
// moves and lies on walls, on grains at rest and on such as hardly move and have just been touched
// by the ground, or by somebody who has: a heap whose grains lean on each other comes to rest, a
// cloud at the top of its flight does not.
#include <algorithm>
#include <cmath>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kLeastWindow = 2e-3;  // [s]
/// Who is sent to and fro between two that do not yield, within this part of the contact time, is
/// stuck.
constexpr double kStuck = 0.05;

/// Whether the weight is carried: some sum of the normals with weights >= 0 points up, or within
/// the angle of friction of it. One or two contacts hold only where a wall is one of them: off the
/// top of a ball a ball would roll.
struct Support {
  Vec3 up;
  double cosine;  // of the angle of friction

  bool by(const Vec3& a) const { return dot(a, up) >= cosine; }
  bool by(const Vec3& a, const Vec3& b) const {
    const double ab = dot(a, b), ua = dot(up, a), ub = dot(up, b), d = 1 - ab * ab;
    if (!(d > 1e-6)) return false;
    const double x = (ua - ab * ub) / d, y = (ub - ab * ua) / d;
    return x >= 0 && y >= 0 && norm(x * a + y * b) >= cosine;
  }
  bool by(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const double d = dot(a, cross(b, c));
    if (std::abs(d) < 1e-6) return false;
    return dot(up, cross(b, c)) / d >= 0 && dot(a, cross(up, c)) / d >= 0 &&
           dot(a, cross(b, up)) / d >= 0;
  }
};

}  // namespace

void GrainWorld::remember(int grain, int partner, const Vec3& normal, double t) {
  if (contacts_.empty()) return;
  Contacts& c = contacts_[grain];
  int oldest = 0;
  for (int k = 0; k < kContacts; ++k) {
    // Walls of one body may touch a grain at several places.
    const bool same =
        c.partner[k] == partner && c.time[k] > -kNever &&
        (partner >= 0 ||
         c.normal[k][0] * normal.x + c.normal[k][1] * normal.y + c.normal[k][2] * normal.z > 0.99);
    if (same) {
      oldest = k;
      break;
    }
    if (c.time[k] < c.time[oldest]) oldest = k;
  }
  c.time[oldest] = t, c.partner[oldest] = partner;
  if (partner < 0 || flights_[partner].state == State::rests) c.ground = t;
  for (int k = 0; k < 3; ++k) c.normal[oldest][k] = static_cast<float>(normal[k]);
}

double GrainWorld::rest_window() const noexcept {
  return std::max(setup_.laws.rest.window * setup_.laws.contact_time, kLeastWindow);
}

/// n from b to a.
void GrainWorld::touch_in_flight(int a, int b, const Vec3& n, double t) {
  if (contacts_.empty()) return;
  remember(a, b, n, t), remember(b, a, -n, t);
  double &ga = contacts_[a].ground, &gb = contacts_[b].ground;
  ga = gb = std::max(ga, gb);
}

bool GrainWorld::is_supported(int grain, double t) const {
  const Contacts& c = contacts_[grain];
  const double window = rest_window();
  const double mu = std::max(setup_.laws.rest.friction, setup_.kinds[flights_[grain].kind].rolling);
  const Support support{normalized(-gravity_), 1 / std::sqrt(1 + mu * mu)};
  Vec3 normals[kContacts];
  bool wall[kContacts];
  int n = 0, firm = 0;
  for (int k = 0; k < kContacts; ++k) {
    if (!(t - c.time[k] <= window)) continue;
    if (const int j = c.partner[k]; j >= 0 && flights_[j].state != State::rests) {
      const double slow = wake_speed_[flights_[j].kind];
      if (!(t - contacts_[j].ground <= window) || flights_[j].state == State::gone ||
          norm_squared(at(flights_[j], t).velocity) > slow * slow)
        continue;
    } else {
      firm += t - c.time[k] < kStuck * setup_.laws.contact_time;
    }
    normals[n] = {c.normal[k][0], c.normal[k][1], c.normal[k][2]};
    wall[n++] = c.partner[k] < 0;
  }
  if (firm > 1) return true;
  for (int i = 0; i < n; ++i) {
    if (wall[i] && support.by(normals[i])) return true;
    for (int j = 0; j < i; ++j) {
      if ((wall[i] || wall[j]) && support.by(normals[i], normals[j])) return true;
      for (int k = 0; k < j; ++k)
        if (support.by(normals[i], normals[j], normals[k])) return true;
    }
  }
  return false;
}

bool GrainWorld::try_rest(int grain, double t) {
  if (contacts_.empty()) return false;
  Flight& f = flights_[grain];
  const double slow = wake_speed_[f.kind] * wake_speed_[f.kind] / setup_.laws.rest.wake;
  const Vec3 turning = radius_[f.kind] * spin(grain);
  if (norm_squared(f.v) + norm_squared(turning) >= slow || !is_supported(grain, t)) return false;
  ++counts_.freezes;
  if (!spins_.empty()) spins_[grain] = {};
  f.state = State::rests, f.v = {}, f.t = t;
  ++plans_[grain].count;
  const Contacts& c = contacts_[grain];
  for (int k = 0; k < kContacts; ++k)
    if (c.partner[k] >= 0 && c.time[k] > -kNever) contacts_[c.partner[k]].carries = true;
  predict(grain);
  return true;
}

/// It and those that lie on it.
void GrainWorld::wake(int grain, double t) {
  flights_[grain].state = State::flies, flights_[grain].t = t;
  ++counts_.wakes;
  plans_[grain].last_hit = t, ++plans_[grain].count;
  contacts_[grain] = {};
  contacts_[grain].carries = true;
  wake_carried(grain, t);
  predict(grain);
}

/// A grain that flies takes those with it that lie on it, and those that lie on them.
void GrainWorld::wake_carried(int grain, double t) {
  if (contacts_.empty() || !contacts_[grain].carries) return;
  contacts_[grain].carries = false;
  std::vector<int> woken{grain};
  for (std::size_t done = 0; done < woken.size(); ++done) {
    const int i = woken[done];
    if (done > 0) {
      ++counts_.wakes;
      flights_[i].t = t;
      plans_[i].last_hit = t, ++plans_[i].count;
      contacts_[i] = {};
    }
    for_each_near(i, [&](int j) {
      if (flights_[j].state != State::rests) return;
      for (int k = 0; k < kContacts; ++k)
        if (contacts_[j].partner[k] == i && contacts_[j].time[k] > -kNever) {
          flights_[j].state = State::flies;
          woken.push_back(j);
          return;
        }
    });
  }
  for (std::size_t done = 1; done < woken.size(); ++done) predict(woken[done]);
}

}  // namespace peal
