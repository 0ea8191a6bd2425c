#include "motion/export/events_csv.h"

#include <fmt/format.h>

#include <limits>
#include <map>

#include "base/files/atomic_file.h"
#include "motion/export/matter_events.h"

namespace peal {
namespace {

constexpr const char* kHead =
    "time,kind,body_a,body_b,px,py,pz,impulse,closing_speed,normal_force,slip,roll,confidence\n";

/// RFC 4180: quoted when needed, quotes doubled.
std::string cell(const std::string& name) {
  const bool plain = name.find_first_of(",;\t\"\r\n") == std::string::npos && !name.empty() &&
                     name.front() != ' ' && name.back() != ' ';
  if (plain) return name;
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

class Rows {
 public:
  Rows(const Take& take, const std::vector<GrainsSpec>& crowds) : take_(take) {
    for (const TakeBody& body : take.bodies) names_.push_back(cell(body.name));
    for (const GrainsSpec& crowd : crowds) crowds_.push_back(cell(crowd.name));
    fmt::format_to(std::back_inserter(text_), "{}", kHead);
  }

  void impact(const Impact& i) {
    begin(i.time, "impact", i.body_a, i.body_b);
    place(i.time, i.body_a, i.point_a);
    fmt::format_to(std::back_inserter(text_), ",{:.6g},{:.6g},,,,{:.4g}\n", norm(i.impulse),
                   i.closing_speed, i.confidence);
  }
  void contact(const ContactSample& c) {
    if (!changed(c)) return;
    constexpr const char* kinds[] = {"rest", "slide", "roll"};
    begin(c.time, c.ends ? "end" : kinds[static_cast<int>(c.state)], c.body_a, c.body_b);
    if (c.ends) {
      fmt::format_to(std::back_inserter(text_), ",,,,,,,,,\n");
      return;
    }
    place(c.time, c.body_a, c.point_a);
    fmt::format_to(std::back_inserter(text_), ",,,{:.6g},{:.6g},{:.6g},\n", c.normal_force,
                   norm(c.slip), norm(c.roll));
  }
  void matter(const MatterEvent& e) {
    fmt::format_to(std::back_inserter(text_), "{:.9f},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}", e.time,
                   e.is_hit ? "hit" : "touch", e.is_hit ? crowds_.at(e.a) : name(e.a),
                   e.b_is_crowd ? crowds_.at(e.b) : name(e.b), e.place.x, e.place.y, e.place.z,
                   e.impulse);
    if (e.is_hit) fmt::format_to(std::back_inserter(text_), ",{:.6g}", e.closing_speed);
    fmt::format_to(std::back_inserter(text_), "{},,,,1\n", e.is_hit ? "" : ",");
  }
  std::string text() const { return fmt::to_string(text_); }

 private:
  std::string name(int body) const { return body == kFloor ? "floor" : names_.at(body); }
  void begin(double time, const char* kind, int a, int b) {
    fmt::format_to(std::back_inserter(text_), "{:.9f},{},{},{}", time, kind, name(a), name(b));
  }
  void place(double time, int body, const Vec3& point) {
    const PoseTrack& track = take_.tracks.at(body);
    if (track.empty()) {  // nobody knows where it was
      fmt::format_to(std::back_inserter(text_), ",,,");
      return;
    }
    const Vec3 p = to_world(track.pose_at(time), point);
    fmt::format_to(std::back_inserter(text_), ",{:.6g},{:.6g},{:.6g}", p.x, p.y, p.z);
  }
  /// A contact begins, ends, or does something else than before.
  bool changed(const ContactSample& c) {
    if (c.ends) return states_.erase(c.track) > 0;
    const auto [at, fresh] = states_.try_emplace(c.track, c.state);
    if (!fresh && at->second == c.state) return false;
    at->second = c.state;
    return true;
  }

  const Take& take_;
  std::vector<std::string> names_, crowds_;
  std::map<int, ContactState> states_;  // of the tracks that have begun and not ended
  fmt::memory_buffer text_;
};

std::string table(const Take& take, const std::vector<GrainsSpec>& crowds,
                  const MatterEvents& matter) {
  Rows rows(take, crowds);
  auto impact = take.impacts.begin();
  auto contact = take.contacts.begin();
  const auto rigid_until = [&](double time) {
    for (; contact != take.contacts.end() && contact->time <= time; ++contact) {
      for (; impact != take.impacts.end() && impact->time <= contact->time; ++impact)
        rows.impact(*impact);
      rows.contact(*contact);
    }
    for (; impact != take.impacts.end() && impact->time <= time; ++impact) rows.impact(*impact);
  };
  for (const MatterEvent& event : matter.events) {
    rigid_until(event.time);
    rows.matter(event);
  }
  rigid_until(std::numeric_limits<double>::infinity());
  return rows.text();
}

}  // namespace

std::string events_csv(const Take& take, const std::vector<GrainsSpec>& crowds) {
  return table(take, crowds, matter_events(take, crowds));
}

std::vector<std::string> write_events_csv(const std::filesystem::path& path, const Take& take,
                                          const std::vector<GrainsSpec>& crowds) {
  const MatterEvents matter = matter_events(take, crowds);
  write_file_atomically(path, table(take, crowds, matter));
  if (matter.left_out == 0) return {};
  return {fmt::format("events.csv has {} of {} hits of grains: the strongest of each moment",
                      matter.hits - matter.left_out, matter.hits)};
}

}  // namespace peal
