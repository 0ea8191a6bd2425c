#include "tools/import/events/flight_centre.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/import/events/arc_fit.h"

namespace peal {
namespace {

constexpr std::size_t kFewestFrames = 6, kMostFrames = 48;  // of a window
constexpr double kFits = 3;                                 // times the noise
constexpr double kDrag = 0.2;                               // [1/s] usual size of the brake
constexpr double kMostDrag = 2;                             // [1/s]
constexpr double kFarthest = 4;       // bounding radii: origins of meshes may lie far outside
constexpr double kTurns = 0.03;       // [rad] in a window: it tells something
constexpr double kEnoughTurn = 0.3;   // [rad] in all of them
constexpr int kEnoughFrames = 12;     // in all of them
constexpr double kMoreFrames = 1.25;  // than without an offset
constexpr double kSmallest = 0.01;    // of the bounding_radius: offsets that matter
constexpr double kTinyOffset = 2e-4;  // [m]
constexpr std::size_t kCandidates = 24;
constexpr int kRounds = 3;
constexpr std::size_t kUnknowns = 4;  // offset and brake

using Column = std::array<double, kUnknowns>;

/// Least squares for offset and brake, summed over frames: M x = r.
struct Sums {
  std::array<Column, kUnknowns> m{};
  Column r{};
  double yy = 0;

  void add(const Sums& o) {
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      r[i] += o.r[i];
      for (std::size_t j = 0; j < kUnknowns; ++j) m[i][j] += o.m[i][j];
    }
    yy += o.yy;
  }
  /// Sum of squares that x leaves.
  double left(const Column& x) const {
    double sum = yy;
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      sum -= 2 * x[i] * r[i];
      for (std::size_t j = 0; j < kUnknowns; ++j) sum += x[i] * m[i][j] * x[j];
    }
    return std::max(sum, 0.0);
  }
};

// Cholesky; `ridge` keeps what the poses do not tell at 0.
Column solve_cholesky(const Sums& s, const Column& ridge) {
  std::array<Column, kUnknowns> a = s.m;
  Column out{};
  std::array<Column, kUnknowns> l{};
  Column y{};
  for (std::size_t i = 0; i < kUnknowns; ++i) a[i][i] += ridge[i];
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / l[j][j];
    }
    double sum = s.r[i];
    for (std::size_t k = 0; k < i; ++k) sum -= l[i][k] * y[k];
    y[i] = sum / l[i][i];
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    double sum = y[i];
    for (std::size_t k = i + 1; k < kUnknowns; ++k) sum -= l[k][i] * out[k];
    out[i] = sum / l[i][i];
  }
  return out;
}

struct Window {
  std::size_t frames = 0;
  double turn = 0;   // [rad] way of the rotation
  double sigma = 0;  // [m] noise of a place
  Sums sums;
  Column x{};

  double dof() const { return 3.0 * (static_cast<double>(frames) - 2); }
  /// Whether an offset explains the window; the brake is its own.
  bool agrees(const Vec3& d) const {
    Column with{d.x, d.y, d.z, 0};
    double rest = sums.r[3];
    for (std::size_t i = 0; i < 3; ++i) rest -= sums.m[3][i] * with[i];
    with[3] = rest / (sums.m[3][3] + sigma * sigma / (kDrag * kDrag));
    return sums.left(with) <= kFits * kFits * sigma * sigma * dof();
  }
};

class CentreFinder {
 public:
  CentreFinder(const std::vector<double>& times, const std::vector<Pose>& poses,
               const Vec3& gravity, double bounding_radius, const PoseNoise& noise)
      : times_(times),
        poses_(poses),
        gravity_(gravity),
        bounding_radius_(bounding_radius),
        noise_(noise) {}

  FlightCentre find() {
    FlightCentre out;
    for (int round = 0; round < kRounds; ++round) out = find_with_brake();
    return out;
  }

 private:
  FlightCentre find_with_brake() {
    collect();
    if (windows_.empty()) return {};
    std::vector<const Window*> order;
    for (const Window& w : windows_) order.push_back(&w);
    std::stable_sort(order.begin(), order.end(), [](const Window* a, const Window* b) {
      return a->turn * static_cast<double>(a->frames) > b->turn * static_cast<double>(b->frames);
    });
    order.resize(std::min(order.size(), kCandidates));
    Vec3 best;
    int most = 0;
    // One window does not tell the part along its axis; two with other axes do.
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        Sums both = order[i]->sums;
        if (j < i) both.add(order[j]->sums);
        const Column x = solve_cholesky(both, ridge(std::max(order[i]->sigma, order[j]->sigma)));
        const Vec3 d{x[0], x[1], x[2]};
        if (const int frames = agreeing(d).frames; frames > most) most = frames, best = d;
      }
    FlightCentre out;
    Agreement agreement = agreeing(best);
    for (int round = 0; round < kRounds; ++round) {
      const Column x = solve_cholesky(agreement.sums, ridge(agreement.sigma));
      out.offset = {x[0], x[1], x[2]};
      brake_ = std::clamp(x[3], 0.0, kMostDrag);
      agreement = agreeing(out.offset);
    }
    out.frames = agreement.frames;
    const double length = norm(out.offset);
    out.error = agreement.sigma * length / std::sqrt(agreement.seen(out.offset) + 1e-300);
    const bool told =
        out.frames >= kEnoughFrames && agreement.turn >= kEnoughTurn &&
        out.frames > kMoreFrames * agreeing({}).frames &&
        length > std::max({6 * out.error, kSmallest * bounding_radius_, kTinyOffset}) &&
        length < kFarthest * bounding_radius_;
    return told ? out : FlightCentre{};
  }

  struct Agreement {
    Sums sums;
    int frames = 0;
    double turn = 0, sigma = 1e-12;
    /// Sum of squares of what an offset does to the poses.
    double seen(const Vec3& d) const {
      double sum = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          sum += d[i] * sums.m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * d[j];
      return sum;
    }
  };
  Agreement agreeing(const Vec3& d) const {
    Agreement out;
    for (const Window& w : windows_) {
      if (!w.agrees(d)) continue;
      out.sums.add(w.sums);
      out.frames += static_cast<int>(w.frames);
      out.turn += w.turn;
      out.sigma = std::max(out.sigma, w.sigma);
    }
    return out;
  }
  Column ridge(double sigma) const {
    const double place = sigma * sigma / (bounding_radius_ * bounding_radius_);
    return {place, place, place, sigma * sigma / (kDrag * kDrag)};
  }

  void collect() {
    windows_.clear();
    for (std::size_t k = 0; k + kFewestFrames <= times_.size();) {
      Window best;
      for (std::size_t n = kFewestFrames; n <= kMostFrames && k + n <= times_.size(); n *= 2) {
        Window w = window(k, n);
        w.x = solve_cholesky(w.sums, ridge(w.sigma));
        const bool fits = w.sums.left(w.x) <= kFits * kFits * w.sigma * w.sigma * (w.dof() - 3) &&
                          norm(Vec3{w.x[0], w.x[1], w.x[2]}) < kFarthest * bounding_radius_;
        if (!fits) break;
        best = w;
      }
      if (best.frames > 0 && best.turn > kTurns) windows_.push_back(best);
      k += best.frames > 0 ? best.frames - 1 : 1;
    }
  }

  Window window(std::size_t first, std::size_t count) const {
    // Sequences over the frames: three columns of R and the integral of p (unknown), p - g t^2 / 2.
    constexpr std::size_t kRows = 3, kSequences = kUnknowns + 1;
    std::vector<std::array<std::array<double, kSequences>, kRows>> f(count);
    std::vector<double> time(count);
    Window out;
    out.frames = count;
    double middle = 0, far = 0;
    for (std::size_t i = 0; i < count; ++i)
      middle += times_[first + i] / static_cast<double>(count);
    Vec3 way;  // integrals
    Mat3 turns;
    for (std::size_t i = 0; i < count; ++i) {
      const Pose& pose = poses_[first + i];
      time[i] = times_[first + i] - middle;
      if (i > 0) {
        const Pose& before = poses_[first + i - 1];
        const double half = 0.5 * (time[i] - time[i - 1]);
        way += half * (pose.position + before.position);
        const Mat3 a = rotation_matrix(before.rotation), b = rotation_matrix(pose.rotation);
        for (std::size_t r = 0; r < kRows; ++r) turns.row[r] += half * (a.row[r] + b.row[r]);
        out.turn += norm(turn_between(before.rotation, pose.rotation));
      }
      far = std::max(far, norm(pose.position));
      const Mat3 turn = rotation_matrix(pose.rotation);
      const Vec3 fallen = pose.position - (0.5 * time[i] * time[i]) * gravity_;
      for (int d = 0; d < 3; ++d) {
        auto& row = f[i][static_cast<std::size_t>(d)];
        for (int c = 0; c < 3; ++c)
          row[static_cast<std::size_t>(c)] = turn(d, c) + brake_ * turns(d, c);
        row[3] = way[d];
        row[4] = fallen[d];
      }
    }
    double tt = 0;
    for (const double t : time) tt += t * t;
    for (std::size_t d = 0; d < kRows; ++d)
      for (std::size_t c = 0; c < kSequences; ++c) {  // without its straight part
        double mean = 0, slope = 0;
        for (std::size_t i = 0; i < count; ++i) {
          mean += f[i][d][c] / static_cast<double>(count);
          slope += time[i] * f[i][d][c] / tt;
        }
        for (std::size_t i = 0; i < count; ++i) f[i][d][c] -= mean + slope * time[i];
      }
    for (const auto& frame : f)
      for (const auto& row : frame) {
        for (std::size_t a = 0; a < kUnknowns; ++a) {
          out.sums.r[a] -= row[a] * row[4];
          for (std::size_t b = 0; b < kUnknowns; ++b) out.sums.m[a][b] += row[a] * row[b];
        }
        out.sums.yy += row[4] * row[4];
      }
    // Numbers of single precision carry 6e-8 of their size.
    out.sigma = noise_.place + 6e-8 * far + noise_.turn * bounding_radius_ + 1e-9;
    return out;
  }

  const std::vector<double>& times_;
  const std::vector<Pose>& poses_;
  const Vec3 gravity_;
  const double bounding_radius_;
  const PoseNoise noise_;
  std::vector<Window> windows_;
  double brake_ = 0;  // [1/s] as far as it is known
};

}  // namespace

FlightCentre flight_centre(const std::vector<double>& times, const std::vector<Pose>& poses,
                           const Vec3& gravity, double bounding_radius, const PoseNoise& noise) {
  return CentreFinder(times, poses, gravity, bounding_radius, noise).find();
}

}  // namespace peal
