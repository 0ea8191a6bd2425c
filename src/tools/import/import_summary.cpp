#include "tools/import/import_summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace peal {
namespace {

std::string pair_name(const Take& take, const Impact& impact) {
  const std::string& a = take.bodies[static_cast<std::size_t>(impact.body_a)].name;
  return impact.body_b == kFloor
             ? a + " on the floor"
             : a + " and " + take.bodies[static_cast<std::size_t>(impact.body_b)].name;
}

/// Impacts of a pair at one instant: the corners of a box that lands flat.
struct Landing {
  Impact impact;  // the first; impulse and lost energy of all
  int points = 1;
};

std::vector<Landing> landings(const Take& take) {
  constexpr double kAtOnce = 1e-6;  // [s]
  std::vector<Landing> out;
  for (const Impact& impact : take.impacts) {
    auto same = out.rbegin();
    for (; same != out.rend() && impact.time - same->impact.time < kAtOnce; ++same)
      if (same->impact.body_a == impact.body_a && same->impact.body_b == impact.body_b) break;
    if (same == out.rend() || impact.time - same->impact.time >= kAtOnce) {
      out.push_back({impact});
      continue;
    }
    ++same->points;
    same->impact.impulse += impact.impulse;
    same->impact.lost_energy += impact.lost_energy;
    same->impact.closing_speed = std::max(same->impact.closing_speed, impact.closing_speed);
  }
  return out;
}

std::string loudest_text(const Take& take) {
  std::string text;
  std::vector<Landing> loudest = landings(take);
  const std::size_t shown = std::min<std::size_t>(10, loudest.size());
  std::partial_sort(loudest.begin(), loudest.begin() + static_cast<std::ptrdiff_t>(shown),
                    loudest.end(), [](const Landing& a, const Landing& b) {
                      return std::make_pair(-a.impact.lost_energy, a.impact.time) <
                             std::make_pair(-b.impact.lost_energy, b.impact.time);
                    });
  for (std::size_t i = 0; i < shown; ++i) {
    const Impact& m = loudest[i].impact;
    const int points = loudest[i].points;
    text +=
        fmt::format("  {:9.5f} s  {:8.3g} m/s  {:8.3g} N s  {:8.2g} J  confidence {:.2f}  {}{}\n",
                    m.time, m.closing_speed, norm(m.impulse), m.lost_energy, m.confidence,
                    pair_name(take, m), points > 1 ? fmt::format(", {} points", points) : "");
  }
  return text;
}

}  // namespace

std::string import_summary(const std::filesystem::path& path, const Take& take, int dropped) {
  double confidence = 0;
  for (const Impact& impact : take.impacts) confidence += impact.confidence;
  std::size_t tracks = 0, slow = 0;
  for (const ContactSample& c : take.contacts)
    tracks = std::max(tracks, static_cast<std::size_t>(c.track) + 1);
  for (const ImpactSummary& s : take.summaries) slow += static_cast<std::size_t>(s.count);
  std::string text =
      fmt::format("{}  {} bod{}, {:.4g} s to {:.4g} s, {:.4g} frames per second\n", path.string(),
                  take.bodies.size(), take.bodies.size() == 1 ? "y" : "ies", take.begin, take.end,
                  take.frame_rate);
  text += fmt::format("{} impact{}, {} slower than {:g} m/s, {} lasting contact{}",
                      take.impacts.size(), take.impacts.size() == 1 ? "" : "s", slow,
                      take.min_closing_speed, tracks, tracks == 1 ? "" : "s");
  if (!take.impacts.empty())
    text +=
        fmt::format(", confidence {:.2f}", confidence / static_cast<double>(take.impacts.size()));
  if (dropped > 0) text += fmt::format(", {} left out: the motion contradicts them", dropped);
  return text + "\n" + loudest_text(take);
}

}  // namespace peal
