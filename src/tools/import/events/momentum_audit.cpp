#include "tools/import/events/momentum_audit.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace peal {
namespace {

constexpr double kPart = 0.3;      // of the change: poses of other programs are not exact
constexpr double kSlowest = 0.02;  // [m/s] changes below are not judged
constexpr double kWeights = 2;     // gravity: a body that is carried and one that flies

}  // namespace

Vec3 MomentumAudit::mean(std::size_t b, std::size_t k) const {
  return (frames_.poses[b][k + 1].position - frames_.poses[b][k].position) /
         (frames_.times[k + 1] - frames_.times[k]);
}

std::size_t MomentumAudit::interval_at(double time) const {
  const auto& t = frames_.times;
  if (t.size() < 2) return 0;
  const auto after = std::upper_bound(t.begin(), t.end(), time);
  const auto index = std::max<std::ptrdiff_t>(after - t.begin() - 1, 0);
  return std::min(static_cast<std::size_t>(index), t.size() - 2);
}

MeasuredChange MomentumAudit::change(std::size_t b, std::size_t k) const {
  const std::size_t last = frames_.times.size() - 2;  // interval
  const std::size_t before = k > 0 ? k - 1 : k, after = std::min(k + 1, last);
  const double apart = 0.5 * (frames_.times[after] + frames_.times[after + 1] -
                              frames_.times[before] - frames_.times[before + 1]);
  const Vec3 v0 = mean(b, before), v1 = mean(b, after);
  MeasuredChange out;
  out.velocity = v1 - v0 - apart * setup_.gravity;
  const double h = frames_.times[k + 1] - frames_.times[k];
  const double place = frames_.rounding + 6e-8 * norm(frames_.poses[b][k].position) + 1e-10;
  out.error = kSlowest + 4 * place / h + kWeights * norm(setup_.gravity) * apart;
  // What changes the velocity next to the interval, lasting forces or other events, may reach in.
  if (before > 0) out.error += norm(v0 - mean(b, before - 1));
  if (after < last) out.error += norm(mean(b, after + 1) - v1);
  out.fastest = std::max({norm(v0), norm(v1), norm(mean(b, k))});
  return out;
}

bool MomentumAudit::agrees(std::size_t b, std::size_t k, const Vec3& impulse,
                           const Vec3& velocity) const {
  if (!moves(b) || frames_.times.size() < 3) return true;
  return norm(impulse / setup_.bodies[b].mass - velocity) <=
         kPart * norm(velocity) + change(b, k).error;
}

double MomentumAudit::possible(std::size_t k, double fastest) const {
  const double h = frames_.times[k + 1] - frames_.times[k];
  return 2 * (kFaster * fastest + kRattle + 2 * norm(setup_.gravity) * h);
}

std::vector<Contradiction> MomentumAudit::look(const std::vector<Impact>& impacts,
                                               std::vector<int>& of) const {
  struct Account {
    Vec3 sum;            // [N s] on the body
    double largest = 0;  // [N s]
    std::vector<std::size_t> impacts;
  };
  std::map<std::pair<std::size_t, std::size_t>, Account> accounts;  // body, interval
  of.assign(impacts.size(), -1);
  for (std::size_t i = 0; i < impacts.size(); ++i)
    for (const bool first : {true, false}) {
      const int body = first ? impacts[i].body_a : impacts[i].body_b;
      if (body == kFloor || !moves(static_cast<std::size_t>(body))) continue;
      Account& a = accounts[{static_cast<std::size_t>(body), interval_at(impacts[i].time)}];
      a.sum += (first ? 1.0 : -1.0) * impacts[i].impulse;
      a.largest = std::max(a.largest, norm(impacts[i].impulse));
      a.impacts.push_back(i);
    }
  // What rattles may exchange more within a frame than the frames show, but not at any speed.
  const auto fastest_at = [&](const Account& a, std::size_t k) {
    double fastest = 0;
    for (const std::size_t i : a.impacts)
      for (const int body : {impacts[i].body_a, impacts[i].body_b})
        if (body != kFloor)
          fastest = std::max(fastest, change(static_cast<std::size_t>(body), k).fastest);
    return fastest;
  };
  std::vector<Contradiction> out;
  for (const auto& [key, account] : accounts) {
    const auto [body, k] = key;
    const double mass = setup_.bodies[body].mass;
    const bool alone =
        accounts.count({body, k + 1}) == 0 && (k == 0 || accounts.count({body, k - 1}) == 0);
    const double limit = possible(k, fastest_at(account, k));
    const bool sane = account.largest <= mass * limit;
    if (sane && (!alone || agrees(body, k, account.sum))) continue;
    Contradiction c;
    c.body = static_cast<int>(body);
    c.time = impacts[account.impacts.front()].time;
    c.impulse = sane ? norm(account.sum) : account.largest;
    c.momentum = mass * norm(change(body, k).velocity);
    c.missing = mass * change(body, k).velocity - account.sum;
    for (const std::size_t i : account.impacts) of[i] = static_cast<int>(out.size());
    out.push_back(c);
  }
  std::vector<std::size_t> order(out.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return out[a].time < out[b].time; });
  std::vector<Contradiction> sorted;
  std::vector<int> place(out.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<int>(i);
    sorted.push_back(out[order[i]]);
  }
  for (int& number : of)
    if (number >= 0) number = place[static_cast<std::size_t>(number)];
  return sorted;
}

}  // namespace peal
