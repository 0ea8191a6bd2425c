#include "tools/import/events/pose_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "base/constants.h"
#include "base/error.h"
#include "io/data/csv_table.h"

namespace peal {
namespace {

constexpr std::size_t kMostRows = 40'000'000, kMostBodies = 100'000, kLongestName = 200;
constexpr double kMaxCoordinate = 1e6, kMaxTime = 1e6;     // [m], [s]
constexpr double kUnitSilently = 2e-3, kUnitAtAll = 0.05;  // deviation of a quaternion's length
constexpr double kSamePlace = 1e-9;
constexpr double kGap = 1.5;  // steps

class Reader {
 public:
  Reader(CsvReader& csv, const PoseTableOptions& options) : csv_(csv), options_(options) {
    csv.allow_only(
        {"time", "frame", "body", "px", "py", "pz", "qw", "qx", "qy", "qz", "rx", "ry", "rz"});
    table_.file = csv.name();
    choose_columns();
  }

  PoseTable read() {
    while (csv_.next()) add_row();
    if (table_.rows.empty()) fail("{}: it has a header and no rows", csv_.name());
    sort();
    measure_steps();
    table_.rounding = 0.5 * std::pow(10.0, -place_digits_) * options_.scale;
    // A rotation vector is twice the vector part of the quaternion.
    table_.turn_rounding =
        euler_ ? 0.5 * std::pow(10.0, -turn_digits_) * kPi / 180 : std::pow(10.0, -turn_digits_);
    return std::move(table_);
  }

 private:
  void choose_columns() {
    const std::string& file = csv_.name();
    body_ = csv_.require("body");
    time_ = csv_.find("time");
    frame_ = csv_.find("frame");
    if (time_ >= 0 && frame_ >= 0) fail("{}: it has both 'time' and 'frame'; keep one", file);
    if (time_ < 0 && frame_ < 0) csv_.require("time");
    if (frame_ >= 0 && !(options_.fps > 0))
      fail("{}: it counts frames; say how many there are in a second: --fps 24", file);
    place_ = {csv_.require("px"), csv_.require("py"), csv_.require("pz")};
    euler_ = csv_.find("rx") >= 0 || csv_.find("ry") >= 0 || csv_.find("rz") >= 0;
    if (euler_ && csv_.find("qw") >= 0)
      fail("{}: it has rotations as 'qw' and as 'rx'; keep one", file);
    turn_ = euler_ ? std::vector<int>{csv_.require("rx"), csv_.require("ry"), csv_.require("rz")}
                   : std::vector<int>{csv_.require("qw"), csv_.require("qx"), csv_.require("qy"),
                                      csv_.require("qz")};
  }

  int body_index(std::string_view name) {
    if (last_ >= 0 && table_.bodies[static_cast<std::size_t>(last_)] == name) return last_;
    if (name.empty()) csv_.fail_here("column 'body': the name is empty");
    if (name.size() > kLongestName)
      csv_.fail_here("column 'body': a name of {} bytes", name.size());
    const auto [found, fresh] =
        index_.try_emplace(std::string(name), static_cast<int>(table_.bodies.size()));
    if (fresh) {
      if (table_.bodies.size() >= kMostBodies) csv_.fail_here("more than {} bodies", kMostBodies);
      table_.bodies.emplace_back(name);
    }
    return last_ = found->second;
  }

  Quat rotation() {
    if (euler_)
      return rotation_from_euler(csv_.number(turn_[0]), csv_.number(turn_[1]),
                                 csv_.number(turn_[2]));
    const Quat q{csv_.number(turn_[0]), csv_.number(turn_[1]), csv_.number(turn_[2]),
                 csv_.number(turn_[3])};
    const double off = std::abs(std::sqrt(dot(q, q)) - 1);
    if (!(off <= kUnitAtAll))
      csv_.fail_here("the quaternion ({:g}, {:g}, {:g}, {:g}) has length {:.4g}; expected 1", q.w,
                     q.x, q.y, q.z, std::sqrt(dot(q, q)));
    if (off > kUnitSilently && !warned_unit_) {
      warned_unit_ = true;
      table_.warnings.push_back(
          fmt::format("{}:{}: a quaternion has length {:.4g}; such ones are made unit vectors",
                      csv_.name(), csv_.line(), std::sqrt(dot(q, q))));
    }
    return normalized(q);
  }

  void add_row() {
    if (table_.rows.size() >= kMostRows)
      csv_.fail_here("more than {} rows; keep fewer frames or fewer bodies", kMostRows);
    const int column = time_ >= 0 ? time_ : frame_;
    PoseRow row;
    row.time = csv_.number(column);
    if (options_.fps > 0) {
      if (row.time != std::floor(row.time) && time_ >= 0)
        csv_.fail_here("column 'time': {} is not a frame number; leave --fps out for seconds",
                       row.time);
      row.time /= options_.fps;
    }
    if (std::abs(row.time) > kMaxTime) csv_.fail_here("column 'time': {:g} s is no time", row.time);
    row.body = body_index(csv_.text(body_));
    for (int k = 0; k < 3; ++k) {
      row.own.position[k] = csv_.number(place_[k]) * options_.scale;
      if (std::abs(row.own.position[k]) > kMaxCoordinate)
        csv_.fail_here("column '{}': {:g} m is too far away; are the units right (--scale)?",
                       csv_.columns()[place_[k]], row.own.position[k]);
      place_digits_ = std::max(place_digits_, csv_.decimals(place_[k]));
    }
    row.own.rotation = rotation();
    for (const int c : turn_) turn_digits_ = std::max(turn_digits_, csv_.decimals(c));
    if (options_.up == UpAxis::z) {
      row.own.position = z_up_to_y_up(row.own.position);
      row.own.rotation = z_up_to_y_up(row.own.rotation);
    }
    table_.rows.push_back(row);
    lines_.push_back(static_cast<std::uint32_t>(csv_.line()));
  }

  void sort() {
    std::vector<double> latest(table_.bodies.size(), -kMaxTime - 1);
    std::size_t backwards = 0, first = 0;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      double& last = latest[static_cast<std::size_t>(table_.rows[i].body)];
      if (table_.rows[i].time < last && backwards++ == 0) first = i;
      last = table_.rows[i].time;
    }
    if (backwards > 0)
      table_.warnings.push_back(fmt::format(
          "{}:{}: '{}' goes back to {:g} s; {} row{} sorted by time", table_.file, lines_[first],
          name_of(first), table_.rows[first].time, backwards, backwards == 1 ? " was" : "s were"));
    std::vector<std::uint32_t> order(table_.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      const PoseRow &x = table_.rows[a], &y = table_.rows[b];
      return x.body != y.body ? x.body < y.body : x.time < y.time;
    };
    if (!std::is_sorted(order.begin(), order.end(), before))
      std::stable_sort(order.begin(), order.end(), before);
    std::vector<PoseRow> sorted;
    sorted.reserve(order.size());
    std::size_t twice = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const PoseRow& row = table_.rows[order[k]];
      if (!sorted.empty() && sorted.back().body == row.body && sorted.back().time == row.time) {
        const Pose &a = sorted.back().own, &b = row.own;
        if (norm(a.position - b.position) > kSamePlace ||
            1 - std::abs(dot(a.rotation, b.rotation)) > kSamePlace)
          fail("{}: lines {} and {} give two different poses of '{}' at {:g} s", table_.file,
               lines_[order[k - 1]], lines_[order[k]], name_of(order[k]), row.time);
        ++twice;
        continue;
      }
      sorted.push_back(row);
    }
    if (twice > 0)
      table_.warnings.push_back(fmt::format("{}: {} row{} there twice", table_.file, twice,
                                            twice == 1 ? " is" : "s are"));
    table_.rows = std::move(sorted);
  }

  void measure_steps() {
    std::vector<double> steps;
    for (std::size_t i = 1; i < table_.rows.size(); ++i)
      if (table_.rows[i].body == table_.rows[i - 1].body)
        steps.push_back(table_.rows[i].time - table_.rows[i - 1].time);
    if (steps.empty()) return;
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    table_.step = *middle;
    if (table_.step == 1 && options_.fps == 0)
      fail("{}: times step by 1: these look like frame numbers; use --fps 24", table_.file);
    if (table_.step > 1)
      fail("{}: times step by {:g} s: these look like {}", table_.file, table_.step,
           table_.step <= 50 ? "milliseconds; write seconds" : "no times in seconds");
    warn_of_gaps();
  }

  void warn_of_gaps() {
    std::size_t gaps = 0, longest = 0;
    double length = 0;
    for (std::size_t i = 1; i < table_.rows.size(); ++i) {
      const PoseRow &a = table_.rows[i - 1], &b = table_.rows[i];
      if (a.body != b.body || b.time - a.time <= kGap * table_.step) continue;
      ++gaps;
      if (b.time - a.time > length) length = b.time - a.time, longest = i;
    }
    if (gaps > 0)
      table_.warnings.push_back(fmt::format(
          "{}: {} gap{} in the frames; the longest: '{}' from {:g} s to {:g} s (a frame lasts {:g} "
          "s)",
          table_.file, gaps, gaps == 1 ? "" : "s",
          table_.bodies[static_cast<std::size_t>(table_.rows[longest].body)],
          table_.rows[longest - 1].time, table_.rows[longest].time, table_.step));
  }

  const std::string& name_of(std::size_t row) const {
    return table_.bodies[static_cast<std::size_t>(table_.rows[row].body)];
  }

  CsvReader& csv_;
  const PoseTableOptions& options_;
  PoseTable table_;
  std::vector<std::uint32_t> lines_;  // of the rows
  std::unordered_map<std::string, int> index_;
  int last_ = -1;  // body of the row before
  int body_ = -1, time_ = -1, frame_ = -1;
  std::vector<int> place_, turn_;
  bool euler_ = false, warned_unit_ = false;
  int place_digits_ = 0, turn_digits_ = 0;
};

}  // namespace

std::pair<std::size_t, std::size_t> PoseTable::range(int body) const {
  const auto first = std::lower_bound(rows.begin(), rows.end(), body,
                                      [](const PoseRow& r, int b) { return r.body < b; });
  const auto last =
      std::upper_bound(first, rows.end(), body, [](int b, const PoseRow& r) { return b < r.body; });
  return {static_cast<std::size_t>(first - rows.begin()),
          static_cast<std::size_t>(last - rows.begin())};
}

Quat rotation_from_euler(double x, double y, double z) {
  const double degree = kPi / 180;
  return Quat::from_axis_angle({0, 0, 1}, z * degree) *
         Quat::from_axis_angle({0, 1, 0}, y * degree) *
         Quat::from_axis_angle({1, 0, 0}, x * degree);
}

Vec3 z_up_to_y_up(const Vec3& v) { return {v.x, v.z, -v.y}; }
// The turn's axis is a direction of the same world: R' = C R C^T.
Quat z_up_to_y_up(const Quat& q) { return {q.w, q.x, q.z, -q.y}; }

PoseTable read_pose_table(CsvReader& csv, const PoseTableOptions& options) {
  if (!(options.scale > 0 && options.scale < 1e9))
    fail("--scale: expected > 0, got {}", options.scale);
  if (!(options.fps >= 0 && options.fps < 1e6)) fail("--fps: expected > 0, got {}", options.fps);
  return Reader(csv, options).read();
}

PoseTable read_pose_table(const std::filesystem::path& path, const PoseTableOptions& options) {
  CsvReader csv(path);
  return read_pose_table(csv, options);
}

}  // namespace peal
