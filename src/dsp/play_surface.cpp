#include "dsp/play_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dsp/surface_patch.h"

namespace peal {
namespace {

// What belongs to one nearest place is told apart by rounding alone: those that are as near but for
// these parts, of the distance and of a triangle, are all refined, and the first of equals counts,
// in whichever order they come.
constexpr double kRounding = 1e-14, kSame = 1e-9;

double distance_to(const SurfaceBox& box, const Vec3& p) {
  const Vec3 d{std::max({box.low.x - p.x, 0.0, p.x - box.high.x}),
               std::max({box.low.y - p.y, 0.0, p.y - box.high.y}),
               std::max({box.low.z - p.z, 0.0, p.z - box.high.z})};
  return norm(d);
}

/// A triangle that is surely near: down the nearer halves.
std::size_t one_near(const PlaySurface& surface, const Vec3& p) {
  std::size_t at = 0;
  while (surface.boxes[at].second > 0) {
    const auto second = static_cast<std::size_t>(surface.boxes[at].second);
    at = distance_to(surface.boxes[second], p) < distance_to(surface.boxes[at + 1], p) ? second
                                                                                       : at + 1;
  }
  double least = std::numeric_limits<double>::infinity();
  std::size_t near =
      static_cast<std::size_t>(surface.order[static_cast<std::size_t>(surface.boxes[at].first)]);
  const SurfaceBox& box = surface.boxes[at];
  for (int i = box.first; i < box.first + box.count; ++i) {
    const auto t = static_cast<std::size_t>(surface.order[static_cast<std::size_t>(i)]);
    const double far = norm(surface.balls[t].centre - p) + surface.balls[t].radius;
    if (far < least) least = far, near = t;
  }
  return near;
}

/// One search. Of a triangle is known, in this order: its ball, its four flat pieces with how far
/// the curved triangle is from them (bulge), and its nearest place, which costs most.
class Search {
 public:
  Search(const PlaySurface& surface, const Vec3& point, SurfaceWork& work)
      : surface_(surface), point_(point), work_(work), none_(surface.triangle_count()) {}

  bool find(SurfacePlace& out) {
    if (!surface_.boxes.empty() && surface_.order.size() == none_)
      by_boxes();
    else
      by_all();
    if (triangle_ == none_) return false;  // coordinates so large that distances are not finite
    out.triangle = triangle_;
    const SixWeights weights = triangle_values(best_.u, best_.v);
    std::copy(weights.begin(), weights.end(), out.weights);
    out.position = SurfacePatch(surface_, triangle_).blend(weights);
    return true;
  }

 private:
  struct Candidate {
    std::size_t triangle;
    PatchPlace flat;
    double least;  // [m] no place of the triangle is nearer
  };

  bool beyond(double distance, double size) const {
    return distance > within_ * (1 + kRounding) + kSame * size;
  }

  /// False: no place of the triangle is the nearest one.
  bool look(std::size_t t, Candidate& out) {
    // Nodes, and so the flat pieces, lie in the ball; the bulge is no more than 2/3 of its radius.
    const SurfaceBall& ball = surface_.balls[t];
    const double apart = norm(ball.centre - point_);
    if (beyond(apart - 5.0 / 3 * ball.radius, ball.radius)) return false;
    const SurfacePatch patch(surface_, t);
    const double bulge = patch.bulge();
    if (beyond(apart - ball.radius - bulge, ball.radius)) return false;
    ++work_.looked;
    out.triangle = t;
    out.flat = patch.nearest_in_pieces(point_);
    out.least = out.flat.distance - bulge;
    within_ = std::min(within_, out.flat.distance + bulge);
    return !beyond(out.least, ball.radius);
  }

  void refine(const Candidate& candidate) {
    if (beyond(candidate.least, surface_.balls[candidate.triangle].radius)) return;
    PatchPlace place = candidate.flat;
    SurfacePatch(surface_, candidate.triangle).refine(point_, place);
    ++work_.refined;
    const bool first_of_equals =
        triangle_ < none_ && place.distance == best_.distance && candidate.triangle < triangle_;
    if (place.distance < best_.distance || first_of_equals)
      best_ = place, triangle_ = candidate.triangle;
  }

  /// Looks at every triangle, twice: no list of them is needed.
  void by_all() {
    for (const SurfaceBall& ball : surface_.balls.first(none_))
      within_ = std::min(within_, norm(ball.centre - point_) + ball.radius);
    Candidate candidate;
    for (std::size_t t = 0; t < none_; ++t) look(t, candidate);
    for (std::size_t t = 0; t < none_; ++t)
      if (look(t, candidate)) refine(candidate);
  }

  void by_boxes() {
    {  // its own distance bounds the search far better than that of its ball
      const std::size_t t = one_near(surface_, point_);
      const SurfacePatch patch(surface_, t);
      within_ = patch.nearest_in_pieces(point_).distance + patch.bulge();
    }
    Candidate near[SurfaceWork::kMostRefined];
    int kept = 0;
    const auto keep_nearest = [&] {
      kept = static_cast<int>(std::remove_if(near, near + kept,
                                             [&](const Candidate& c) {
                                               return beyond(c.least,
                                                             surface_.balls[c.triangle].radius);
                                             }) -
                              near);
    };
    each_box([&](std::size_t t) {
      Candidate candidate;
      if (work_.looked >= SurfaceWork::kMostLooked) return false;
      if (!look(t, candidate)) return true;
      if (kept == SurfaceWork::kMostRefined) keep_nearest();
      if (kept < SurfaceWork::kMostRefined) {
        near[kept++] = candidate;
        return true;
      }
      work_.cut_short = true;  // the one that promises least is left out
      Candidate& worst = *std::max_element(
          near, near + kept,
          [](const Candidate& x, const Candidate& y) { return x.least < y.least; });
      if (candidate.least < worst.least) worst = candidate;
      return true;
    });
    for (int i = 0; i < kept; ++i) refine(near[i]);
  }

  /// Triangles in boxes that are near enough, nearer halves first, until visit() ends it.
  template <class Visit>
  void each_box(const Visit& visit) {
    constexpr int kDeepest = 64;
    struct Open {
      std::size_t box;
      double distance;
    } open[kDeepest];
    int count = 0;
    open[count++] = {0, distance_to(surface_.boxes[0], point_)};
    while (count > 0) {
      const Open next = open[--count];
      if (beyond(next.distance, surface_.longest_edge)) continue;
      bool ended = ++work_.boxes >= SurfaceWork::kMostBoxes;
      const SurfaceBox& box = surface_.boxes[next.box];
      for (int i = box.first; !ended && box.second == 0 && i < box.first + box.count; ++i)
        ended = !visit(static_cast<std::size_t>(surface_.order[static_cast<std::size_t>(i)]));
      if (ended) {
        work_.cut_short = true;
        return;
      }
      if (box.second == 0) continue;
      Open halves[2] = {{next.box + 1, 0}, {static_cast<std::size_t>(box.second), 0}};
      for (Open& half : halves) half.distance = distance_to(surface_.boxes[half.box], point_);
      if (halves[0].distance <= halves[1].distance) std::swap(halves[0], halves[1]);
      open[count++] = halves[0], open[count++] = halves[1];
    }
  }

  const PlaySurface& surface_;
  Vec3 point_;
  SurfaceWork& work_;
  std::size_t none_;
  double within_ = std::numeric_limits<double>::infinity();  // [m] some place is no farther
  PatchPlace best_;
  std::size_t triangle_ = none_;
};

}  // namespace

SurfaceBall surface_ball(const Vec3* six_nodes) noexcept {
  SurfaceBall ball;
  for (int k = 0; k < 6; ++k) ball.centre += six_nodes[k] / 6;
  for (int k = 0; k < 6; ++k) ball.radius = std::max(ball.radius, norm(six_nodes[k] - ball.centre));
  return ball;
}

// A quadratic triangle less a flat piece between its nodes is 1/2 sum over the piece's edges of
// w_i w_j d_ij, weights of the corners and second differences along the edge. Pieces have halved
// edges, so |d| is 1/4 of 4 |a + b - 2 m|, and sum w_i w_j <= 1/3.
double surface_bulge(const Vec3* x) noexcept {
  const double most =
      std::max({norm_squared(x[0] + x[1] - 2 * x[3]), norm_squared(x[1] + x[2] - 2 * x[4]),
                norm_squared(x[2] + x[0] - 2 * x[5])});
  return std::sqrt(most) / 6;
}

bool nearest_place(const PlaySurface& surface, const Vec3& point, SurfacePlace& out,
                   SurfaceWork* work) noexcept {
  const std::size_t count = surface.triangle_count();
  if (count == 0 || surface.balls.size() < count || !is_finite(point)) return false;
  SurfaceWork done;
  const bool found = Search(surface, point, done).find(out);
  if (work) *work = done;
  return found;
}

}  // namespace peal
