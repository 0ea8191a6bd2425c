#include "tools/import/import_contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "io/data/csv_table.h"
#include "tools/import/contact_stream.h"
#include "tools/import/events/pose_table.h"

namespace peal {
namespace {

constexpr std::size_t kRowsForStep = 200'000;
constexpr std::size_t kFewestRows = 20;  // before the file as a whole is judged
constexpr double kLargestNumber = 1e6;   // of any number
constexpr double kStepSpread = 0.1;      // relative
constexpr std::ptrdiff_t kFewestSteps = 3;
constexpr double kLongestStep = 0.1;  // [s]

class ContactImporter {
 public:
  ContactImporter(CsvReader& csv, const RigidSetup& setup, const ContactImport& settings,
                  Take& take)
      : csv_(csv),
        setup_(setup),
        settings_(settings),
        take_(take),
        stream_(setup, take.tracks, settings.step, settings.min_closing_speed) {
    csv.allow_only({"time", "frame", "body_a", "body_b", "px", "py", "pz", "nx", "ny", "nz",
                    "impulse", "jx", "jy", "jz", "closing_speed"});
    time_ = csv.find("time") < 0 && settings.fps > 0 ? csv.require("frame") : csv.require("time");
    a_ = csv.require("body_a");
    b_ = csv.require("body_b");
    p_ = {csv.require("px"), csv.require("py"), csv.require("pz")};
    n_ = {csv.require("nx"), csv.require("ny"), csv.require("nz")};
    closing_ = csv.find("closing_speed");
    impulse_ = csv.find("impulse");
    if (csv.find("jx") >= 0) j_ = {csv.find("jx"), csv.require("jy"), csv.require("jz")};
    if (j_.empty()) impulse_ = csv.require("impulse");
  }

  std::vector<std::string> run() {
    while (csv_.next()) {
      if (rows_ % 65536 == 0) throw_if_interrupted();
      add_row();
    }
    if (rows_ == 0) fail("{}: it has a header and no rows", csv_.name());
    if (outside_ == rows_)
      fail(
          "{}: all rows are outside {:g} s to {:g} s, the time of the poses; are these seconds on "
          "the same clock (--fps for frame numbers)?",
          csv_.name(), take_.begin, take_.end);
    judge();
    std::vector<std::string> warnings;
    if (outside_ > 0)
      warnings.push_back(fmt::format("{}: {} rows outside {:g} s to {:g} s, the time of the poses",
                                     csv_.name(), outside_, take_.begin, take_.end));
    if (pulling_ > 0 && pulling_ + outside_ == rows_)
      fail("{}: all impulses pull; expected positive ones, along a normal that points from b to a",
           csv_.name());
    if (pulling_ > 0)
      warnings.push_back(
          fmt::format("{}: {} of {} rows pull instead of pushing; they were left out", csv_.name(),
                      pulling_, rows_));
    stream_.finish(take_, take_.end);
    return warnings;
  }

 private:
  int body(int column) const {
    const std::string name(csv_.text(column));
    const auto found = settings_.bodies.find(name);
    if (found != settings_.bodies.end()) return found->second;
    if (name.empty() || name == "floor" || name == "ground") return kFloor;
    csv_.fail_here("column '{}': there is no body '{}'{}", csv_.columns()[column], name,
                   settings_.suggestion ? settings_.suggestion(name) : "");
  }
  double number(int column) const {
    const double value = csv_.number(column);
    if (std::abs(value) > kLargestNumber)
      csv_.fail_here("column '{}': {:g} is too large", csv_.columns()[column], value);
    return value;
  }
  Vec3 vector(const std::vector<int>& columns) const {
    const Vec3 v{number(columns[0]), number(columns[1]), number(columns[2])};
    return settings_.up == UpAxis::z ? z_up_to_y_up(v) : v;
  }

  void add_row() {
    ++rows_;
    ContactPush push;
    push.time = csv_.number(time_);
    if (settings_.fps > 0) push.time /= settings_.fps;
    if (push.time < last_)
      csv_.fail_here("{:g} s comes after {:g} s; sort the rows by time", push.time, last_);
    last_ = push.time;
    push.a = body(a_);
    push.b = body(b_);
    if (push.a == push.b) csv_.fail_here("'{}' touches itself", csv_.text(a_));
    push.point = settings_.scale * vector(p_);
    push.normal = vector(n_);
    const double length = norm(push.normal);
    if (!(std::abs(length - 1) < 0.05))
      csv_.fail_here("the normal has length {:.4g}; expected 1", length);
    push.normal = push.normal / length;
    push.impulse = j_.empty() ? settings_.scale * number(impulse_) * push.normal
                              : settings_.scale * vector(j_);
    // Engines may tell a pair in either order.
    if (push.a == kFloor || (push.b != kFloor && push.b < push.a)) {
      std::swap(push.a, push.b);
      push.normal = -push.normal;
      push.impulse = -push.impulse;
    }
    if (closing_ >= 0) push.closing_speed = settings_.scale * std::max(0.0, number(closing_));
    if (push.time < take_.begin || push.time > take_.end) {
      ++outside_;
      return;
    }
    look_at(push);
    const bool both_fixed =
        setup_.bodies[static_cast<std::size_t>(push.a)].fixed &&
        (push.b == kFloor || setup_.bodies[static_cast<std::size_t>(push.b)].fixed);
    if (both_fixed) return;
    if (dot(push.impulse, push.normal) < 0) {
      ++pulling_;
      return;
    }
    stream_.add(push);
  }

  // A convex body lies on that side of its contact to which the normal points.
  void look_at(const ContactPush& push) {
    const RigidBodySetup& a = setup_.bodies[static_cast<std::size_t>(push.a)];
    if (a.fixed) return;
    const Vec3 arm =
        push.point - take_.tracks[static_cast<std::size_t>(push.a)].position_at(push.time);
    const double reach = outer_radius(a.shape);
    if (norm(arm) > 10 * reach + 1)
      csv_.fail_here(
          "the contact lies {:.3g} m from the centre of '{}'; expected world coordinates in metres "
          "(--scale) at the times of the poses",
          norm(arm), a.name);
    ++seen_;
    wrong_way_ += dot(arm, push.normal) > 0.1 * reach;
    far_ += norm(arm) > 2 * reach + 0.01;
    if (norm(arm) > farthest_) farthest_ = norm(arm);
  }
  void judge() const {
    if (seen_ < kFewestRows) return;
    if (2 * far_ > seen_)
      fail(
          "{}: contact points lie up to {:.3g} m from the centres of their bodies; expected world "
          "coordinates in metres (--scale) at the times of the poses",
          csv_.name(), farthest_);
    if (5 * wrong_way_ > 4 * seen_)
      fail("{}: the normals point from a to b; expected from b to a: swap body_a and body_b",
           csv_.name());
  }

  CsvReader& csv_;
  const RigidSetup& setup_;
  const ContactImport& settings_;
  Take& take_;
  ContactStream stream_;
  int time_, a_, b_, impulse_ = -1, closing_ = -1;
  std::vector<int> p_, n_, j_;
  std::size_t rows_ = 0, outside_ = 0, pulling_ = 0, seen_ = 0, wrong_way_ = 0, far_ = 0;
  double last_ = -1e300, farthest_ = 0;
};

}  // namespace

double contact_step(CsvReader& csv) {
  const int time = csv.find("time") >= 0 ? csv.find("time") : csv.require("frame");
  std::vector<double> steps;
  double last = 0;
  for (std::size_t row = 0; row < kRowsForStep && csv.next(); ++row) {
    const double t = csv.number(time);
    if (row > 0 && t > last) steps.push_back(t - last);
    last = t;
  }
  if (steps.empty()) return 0;
  // Now and then nothing touches for a while; the usual distance is near the smallest.
  const auto low = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 20);
  std::nth_element(steps.begin(), low, steps.end());
  const auto usual = std::count_if(steps.begin(), steps.end(), [&](double step) {
    return std::abs(step - *low) < kStepSpread * *low;
  });
  return usual >= kFewestSteps && 4 * usual >= static_cast<std::ptrdiff_t>(steps.size()) ? *low : 0;
}

std::vector<std::string> import_contacts(CsvReader& csv, const RigidSetup& setup,
                                         const ContactImport& settings, Take& take) {
  return ContactImporter(csv, setup, settings, take).run();
}

std::vector<std::string> import_contacts(const std::filesystem::path& path, const RigidSetup& setup,
                                         const ContactImport& settings, Take& take) {
  ContactImport known = settings;
  if (!(known.step > 0)) {
    CsvReader first(path);
    known.step = contact_step(first) / (settings.fps > 0 ? settings.fps : 1);
    if (known.step > kLongestStep)
      fail("{}: times step by {:g} s: these look like frame numbers or milliseconds; use --fps",
           path.string(), known.step);
    if (!(known.step > 0) && take.frame_rate > 0) known.step = 1 / take.frame_rate;
    if (!(known.step > 0)) known.step = 1e-3;
  }
  CsvReader csv(path);
  return import_contacts(csv, setup, known, take);
}

}  // namespace peal
