#include "emission/impact_stage.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kPeriods = 1.5;      // of the lowest mode: no rebound comes later
constexpr double kContactTimes = 20;  // of the rigid bodies
constexpr double kLongest = 0.02;     // [s]

double longest(const Blow& blow) {
  double time = kContactTimes * blow.contact_time;
  for (const BlowSide& side : blow.side)
    if (side.twin && side.twin->ladder.modes() > 0)
      time = std::max(time, kPeriods * 2 * kPi / side.twin->ladder.omega()[0]);
  return std::min(time, kLongest);
}

/// [1/kg] how the approach at one place changes by a force at another, through one rigid body.
double mobility_through(const BlowSide& x, const BlowSide& y) {
  const Vec3 a = cross(x.point, x.normal), b = cross(y.point, y.normal);
  return x.inverse_mass * dot(x.normal, y.normal) + a.x * b.x * x.inverse_inertia.x +
         a.y * b.y * x.inverse_inertia.y + a.z * b.z * x.inverse_inertia.z;
}

// Nothing between blows of different instants: the take has told the later one what the earlier one
// did. Counted here again, a heap of coins at rest would answer each blow as often as it has places
// of touch, and energy would grow.
double mobility_between(const Blow& c, const Blow& d) {
  if (c.time != d.time) return 0;
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (c.side[i].body >= 0 && c.side[i].body == d.side[j].body)
        sum += (i == j ? 1 : -1) * mobility_through(c.side[i], d.side[j]);
  return sum;
}

bool share_a_body(const Blow& c, const Blow& d) {
  for (const BlowSide& x : c.side)
    for (const BlowSide& y : d.side)
      if (x.twin && x.twin == y.twin) return true;
  return false;
}

// [J] of rigid bodies that close at several places at one instant: v . W^-1 v / 2. More places than
// bodies have ways to move make W singular, and speeds of a take need not fit together: what no
// motion of the bodies explains is left out (a little is added to W, and x . W x / 2 is taken).
double kinetic_energy(const std::vector<const Blow*>& blows) {
  const std::size_t n = blows.size();
  std::vector<double> w(n * n), x(n), r(n), p(n), wp(n);
  double largest = 0, rr = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) w[n * i + j] = mobility_between(*blows[i], *blows[j]);
    largest = std::max(largest, w[n * i + i]);
    r[i] = p[i] = blows[i]->speed, rr += r[i] * r[i];
  }
  const double added = n > 1 ? 1e-4 * largest : 0, enough = 1e-18 * rr;
  const auto times_w = [&](const std::vector<double>& from, double diagonal) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      wp[i] = diagonal * from[i];
      for (std::size_t j = 0; j < n; ++j) wp[i] += w[n * i + j] * from[j];
      sum += from[i] * wp[i];
    }
    return sum;
  };
  for (std::size_t k = 0; k < 4 * n && rr > enough; ++k) {  // conjugate gradients
    const double step = rr / times_w(p, added), before = rr;
    rr = 0;
    for (std::size_t i = 0; i < n; ++i)
      x[i] += step * p[i], r[i] -= step * wp[i], rr += r[i] * r[i];
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + rr / before * p[i];
  }
  return 0.5 * times_w(x, 0);
}

}  // namespace

double rigid_mobility(const Blow& blow) { return mobility_between(blow, blow); }

bool ImpactStage::between(const RingingTwin* a, const RingingTwin* b, std::int64_t hop) const {
  const auto are_they = [&](const BlowSide(&side)[2]) {
    return (side[0].twin == a && side[1].twin == b) || (side[0].twin == b && side[1].twin == a);
  };
  const double end = static_cast<double>(hop + 1) * kHop;
  return std::any_of(active_.begin(), active_.end(),
                     [&](const auto& active) { return are_they(active->blow.side); }) ||
         std::any_of(waiting_.begin(), waiting_.end(), [&](const Blow& blow) {
           return blow.time * rate_ < end && are_they(blow.side);
         });
}

bool ImpactStage::strikes(const RingingTwin* twin, std::int64_t hop) const {
  const double end = static_cast<double>(hop + 1) * kHop;
  return twin->blows > 0 || std::any_of(waiting_.begin(), waiting_.end(), [&](const Blow& blow) {
           return blow.time * rate_ < end &&
                  (blow.side[0].twin == twin || blow.side[1].twin == twin);
         });
}

void ImpactStage::add(const Blow& blow) { waiting_.push_back(blow); }

// Blows that begin before sample `end`, in order of time, then as they came.
void ImpactStage::take_due(double end) {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const Blow& x, const Blow& y) { return x.time < y.time; });
  std::size_t due = 0;
  for (; due < waiting_.size() && waiting_[due].time * rate_ < end; ++due) {
    const Blow& blow = waiting_[due];
    auto active = std::make_unique<Active>();
    active->blow = blow;
    active->first = blow.time * rate_;
    active->last = active->first + longest(blow) * rate_;
    active->level = std::max(impact_level(blow.contact_time, rate_), kLeastImpactLevel);
    for (int s = 0; s < 2; ++s) {
      const BlowSide& side = blow.side[s];
      if (!side.twin) continue;
      const RingingBody& body = side.twin->resonator->body();
      std::vector<double> chi;
      const double sign = s == 0 ? 1 : -1;
      body.project_contact(side.point, sign * side.normal, chi);
      active->chi[s].assign(chi.begin(), chi.end());
      active->chi[s].resize(side.twin->ladder.padded());
      if (side.twin->blows++ == 0) {
        std::fill(side.twin->re.begin(), side.twin->re.end(), 0.0);
        std::fill(side.twin->im.begin(), side.twin->im.end(), 0.0);
      }
    }
    active_.push_back(std::move(active));
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(due));
}

void ImpactStage::solve_hop(std::int64_t hop) {
  take_due(static_cast<double>(hop + 1) * kHop);
  if (active_.empty()) return;
  // Islands: blows that share bodies, directly or through others, in order of their time.
  std::vector<std::size_t> island(active_.size());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    island[i] = i;
    for (std::size_t j = 0; j < i; ++j)
      if (island[j] != island[i] && share_a_body(active_[i]->blow, active_[j]->blow)) {
        const std::size_t from = std::max(island[i], island[j]),
                          to = std::min(island[i], island[j]);
        for (std::size_t k = 0; k <= i; ++k)
          if (island[k] == from) island[k] = to;
      }
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (island[i] != i) continue;
    std::vector<Active*> members;
    for (std::size_t k = i; k < active_.size(); ++k)
      if (island[k] == i) members.push_back(active_[k].get());
    make_room(members);
    if (static_cast<int>(members.size()) > room_)
      group_.reserve(room_ = std::min(2 * static_cast<int>(members.size()), kMostPlaces));
    solve_island(members, hop);
  }
  for (const auto& active : active_) hand_over(*active, hop);
  std::erase_if(active_, [](const auto& active) { return active->over; });
}

// Places that have parted and only wait for modes to swing back make room first, the oldest before
// the others. What finds no room then does not happen: solved apart, each would answer the whole of
// a ringing body, and energy would grow.
void ImpactStage::make_room(std::vector<Active*>& island) {
  std::size_t excess = island.size() - std::min<std::size_t>(island.size(), kMostPlaces);
  std::erase_if(island, [&](Active* active) {
    if (excess == 0 || !active->begun || active->place.compression > 0) return false;
    --excess;
    active->over = true;
    active->from = -1;
    finish(*active);
    return true;
  });
  for (; excess > 0; --excess, island.pop_back()) leave_out(*island.back());
}

void ImpactStage::leave_out(Active& active) {
  active.over = true;
  active.from = -1;
  ++balance_.crowded;
  for (const BlowSide& side : active.blow.side)
    if (side.twin) --side.twin->blows;
}

// Modes that are heard go on from their twin's bank; the others from where blows left them.
void ImpactStage::load(RingingTwin& twin, int sample) {
  const ModalBank& bank = twin.bank.front();
  for (int i = 0; i < bank.modes(); ++i) {
    const std::complex<double> a = bank.amplitude(i);
    twin.re[i] = a.real(), twin.im[i] = a.imag();
  }
  twin.ladder.ring(sample, twin.re.data(), twin.im.data());
}

void ImpactStage::solve_island(const std::vector<Active*>& island, std::int64_t hop) {
  const double start = static_cast<double>(hop) * kHop;
  int sample = kHop;
  for (Active* active : island) {
    active->from = active->until = -1;
    const int from = active->begun ? 0
                                   : std::clamp(static_cast<int>(std::floor(active->first - start)),
                                                0, kHop - 1);
    sample = std::min(sample, from);
  }
  twins_.clear();
  for (const Active* active : island)
    for (const BlowSide& side : active->blow.side)
      if (side.twin && std::find(twins_.begin(), twins_.end(), side.twin) == twins_.end())
        twins_.push_back(side.twin);
  for (RingingTwin* twin : twins_) load(*twin, sample);
  in_group_.clear();
  before_.resize(island.size()), approach_.resize(island.size());
  bool changed = true;
  int level = 0;
  for (; sample < kHop; ++sample) {
    changed |= begin_due(island, start + sample);
    if (changed) level = gather(island);
    changed = false;
    if (in_group_.empty()) {
      // Nothing touches until the next one begins.
      for (RingingTwin* twin : twins_) twin->ladder.ring(1, twin->re.data(), twin->im.data());
      const bool more =
          std::any_of(island.begin(), island.end(), [](const Active* a) { return !a->begun; });
      if (!more) break;
      continue;
    }
    if (group_.idle()) {
      group_.drift();
      for (Active* active : in_group_) active->touches = false;
    } else {
      const int samples = stride(island, start, sample, level);
      run_samples(sample, samples, level);
      sample += samples - 1;
    }
    const std::size_t before = in_group_.size();
    end_over(start + sample + 1);
    changed = std::count_if(in_group_.begin(), in_group_.end(), [](const Active* a) {
                return !a->over;
              }) != static_cast<std::ptrdiff_t>(before);
  }
  keep_places();
}

void ImpactStage::keep_places() {
  for (std::size_t c = 0; c < in_group_.size(); ++c)
    in_group_[c]->place = group_.place(static_cast<int>(c));
}

bool ImpactStage::begin_due(const std::vector<Active*>& island, double sample) {
  beginning_.clear();
  for (Active* active : island) {
    if (active->begun || active->first >= sample + 1) continue;
    active->begun = true;
    beginning_.push_back(active);
    const double ahead = std::max(0.0, active->first - sample) / rate_;
    active->place = {active->blow.spring,
                     -active->blow.speed * ahead,
                     active->blow.speed,
                     active->blow.yield,
                     {}};
    ++balance_.blows;
  }
  std::vector<const Blow*> at_once;
  for (std::size_t i = 0; i < beginning_.size(); ++i) {
    at_once.push_back(&beginning_[i]->blow);
    if (i + 1 < beginning_.size() && beginning_[i + 1]->blow.time == at_once.back()->time) continue;
    balance_.kinetic += kinetic_energy(at_once);
    at_once.clear();
  }
  return !beginning_.empty();
}

/// Makes the group of what is going on; the level that its shortest contact asks for.
int ImpactStage::gather(const std::vector<Active*>& island) {
  keep_places();
  in_group_.clear();
  group_.clear();
  for (RingingTwin* twin : twins_) group_.add({&twin->ladder, twin->re.data(), twin->im.data()});
  int level = 0;
  for (Active* active : island) {
    if (!active->begun || active->over) continue;
    for (int s = 0; s < 2; ++s) {
      const RingingTwin* twin = active->blow.side[s].twin;
      const auto found = std::find(twins_.begin(), twins_.end(), twin);
      active->place.side[s] = {twin ? static_cast<int>(found - twins_.begin()) : -1,
                               active->chi[s].data()};
    }
    group_.add(active->place);
    in_group_.push_back(active);
    level = std::max(level, active->level);
  }
  for (std::size_t c = 0; c < in_group_.size(); ++c)
    for (std::size_t d = 0; d <= c; ++d)
      group_.set_rigid(static_cast<int>(c), static_cast<int>(d),
                       mobility_between(in_group_[c]->blow, in_group_[d]->blow));
  group_.begin(level, rate_);
  return level;
}

// Samples that a run of sub-steps fills, when no blow begins in them but the first.
int ImpactStage::stride(const std::vector<Active*>& island, double start, int sample,
                        int level) const {
  const int samples = std::max(1, kRun >> level);
  if (!group_.may_run() || sample + samples > kHop) return 1;
  const bool begins = std::any_of(island.begin(), island.end(), [&](const Active* active) {
    return !active->begun && active->first < start + sample + samples;
  });
  return begins ? 1 : samples;
}

void ImpactStage::run_samples(int sample, int samples, int level) {
  const int steps = samples << level;
  const auto places = static_cast<std::size_t>(group_.places());
  const auto place_of = [&](std::size_t c) -> const StruckPlace& {
    return group_.place(static_cast<int>(c));
  };
  for (std::size_t c = 0; c < places; ++c)
    before_[c] = place_of(c).compression, approach_[c] = place_of(c).approach;
  const auto take = [&](std::size_t c, int step, double f, double compression, double approach) {
    Active& active = *in_group_[c];
    const Substep taken{sample + (step >> level), step & ((1 << level) - 1),      level, f,
                        compression - before_[c], 0.5 * (approach_[c] + approach)};
    push(active, taken);
    before_[c] = compression, approach_[c] = approach;
  };
  if (group_.may_run() && steps % kRun == 0) {
    double force[ImpactGroup::kRunPlaces][kRun];
    ImpactGroup::RunMotion motion[ImpactGroup::kRunPlaces];
    for (int from = 0; from < steps; from += kRun) {
      group_.run(force, motion);
      for (int k = 0; k < kRun; ++k)
        for (std::size_t c = 0; c < places; ++c)
          take(c, from + k, force[c][k], motion[c].compression[k], motion[c].approach[k]);
    }
    return;
  }
  for (int step = 0; step < steps; ++step) {
    group_.step();
    for (std::size_t c = 0; c < places; ++c)
      take(c, step, group_.force(static_cast<int>(c)), place_of(c).compression,
           place_of(c).approach);
  }
}

// Forces of parts shorter than a bank's are averaged, of longer ones repeated.
void ImpactStage::push(Active& active, const Substep& now) {
  const double f = now.force, h = group_.substep();
  const int steps = 1 << now.level;
  if (f > 0 && !active.touches) ++balance_.contacts;
  active.touches = f > 0;
  const double change = f - active.last_force;
  active.waves += active.blow.waves * change * change / h;
  active.last_force = f;
  if (f <= 0) return;
  active.given += f * h * now.approach;
  active.heat += f * now.way;
  active.support += h * active.blow.yield * f * f;
  if (active.from < 0) {
    active.from = now.sample;
    std::fill(active.force + now.sample * kStrikeParts, active.force + kHop * kStrikeParts, 0.0f);
  }
  active.until = now.sample + 1;
  float* parts = active.force + now.sample * kStrikeParts;
  if (now.level >= kStrikeLevel)
    parts[now.number >> (now.level - kStrikeLevel)] +=
        static_cast<float>(f / (1 << (now.level - kStrikeLevel)));
  else
    for (int p = 0; p < kStrikeParts / steps; ++p)
      parts[now.number * (kStrikeParts / steps) + p] = static_cast<float>(f);
}

void ImpactStage::end_over(double sample) {
  for (int c = 0; c < group_.places(); ++c) {
    Active& active = *in_group_[static_cast<std::size_t>(c)];
    if (group_.over(c)) {
      active.over = true;
    } else if (sample >= active.last) {
      active.over = true;
      if (group_.place(c).compression > 0) ++balance_.cut_short;
    }
    if (active.over) {
      active.place = group_.place(c);
      finish(active);
    }
  }
}

void ImpactStage::finish(Active& active) {
  balance_.given += active.given;
  balance_.heat += active.heat;
  balance_.support += active.support;
  balance_.waves += active.waves;
  for (const BlowSide& side : active.blow.side)
    if (side.twin) --side.twin->blows;
}

void ImpactStage::hand_over(Active& active, std::int64_t hop) {
  if (active.from < 0) return;
  for (int s = 0; s < 2; ++s) {
    RingingTwin* twin = active.blow.side[s].twin;
    if (!twin) continue;
    StruckHop struck;
    struck.hop = hop;
    struck.shape.assign(active.chi[s].begin(),
                        active.chi[s].begin() + twin->resonator->body().modes());
    struck.first = active.from, struck.count = active.until - active.from;
    struck.force.assign(active.force + active.from * kStrikeParts,
                        active.force + active.until * kStrikeParts);
    struck.before = active.from == 0 ? active.before : 0;
    struck.mechanism = active.blow.mechanism;
    twin->bank.front().strike(struck.to_bank());
    if (active.blow.gain == 0) continue;
    for (float& f : struck.force) f *= static_cast<float>(active.blow.gain);
    struck.before *= static_cast<float>(active.blow.gain);
    twin->resonator->strike(std::move(struck));
  }
  float last = 0;
  if (active.until == kHop)
    for (int p = 0; p < kStrikeParts; ++p)
      last += active.force[(kHop - 1) * kStrikeParts + p] / kStrikeParts;
  active.before = last;
}

}  // namespace peal
