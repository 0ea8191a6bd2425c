#include "motion/rigid/contact_points.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace peal {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kFlat = 1e-7;  // of the size: corners this near to a plane lie in it
// Of two bodies that lie on each other, an edge and a face are often almost the same normal. The
// face has more corners to stand on, so it may be this much worse [m], up to this angle.
constexpr double kFaceFirst = 1e-5, kFaceCosine = 0.99;

// A corner of an outline seen along the normal, with its height over the reference plane.
struct Spot {
  double x = 0, y = 0, height = 0;
  int source = -1;  // number of the incident point; -1: made by cutting
};

struct View {  // plane perpendicular to the normal, in the frame of a
  Vec3 normal, x, y;

  explicit View(const Vec3& n) : normal(n) {
    x = normalized(cross(n, std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    y = cross(n, x);
  }
  Spot spot(const Vec3& p, int source) const {
    return {dot(p, x), dot(p, y), dot(p, normal), source};
  }
  Vec3 place(const Spot& s) const { return s.x * x + s.y * y + s.height * normal; }
};

double turn(const Spot& a, const Spot& b, const Spot& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Corners of the outline in counter-clockwise order (Andrew's chain).
std::vector<Spot> outline(std::vector<Spot> spots) {
  std::sort(spots.begin(), spots.end(), [](const Spot& p, const Spot& q) {
    return std::tie(p.x, p.y, p.height) < std::tie(q.x, q.y, q.height);
  });
  if (spots.size() < 3) return spots;
  std::vector<Spot> chain;
  const auto half = [&](auto begin, auto end, std::size_t keep) {
    for (auto s = begin; s != end; ++s) {
      while (chain.size() >= keep + 2 && turn(chain[chain.size() - 2], chain.back(), *s) <= 0)
        chain.pop_back();
      chain.push_back(*s);
    }
  };
  half(spots.begin(), spots.end(), 0);
  const std::size_t lower = chain.size();
  half(spots.rbegin() + 1, spots.rend(), lower - 1);
  chain.pop_back();
  return chain;
}

/// The part of `shape` (a point, a segment or an outline) inside the outline `frame`.
std::vector<Spot> cut_by(std::vector<Spot> shape, const std::vector<Spot>& frame, double slack) {
  for (std::size_t i = 0; i < frame.size() && !shape.empty(); ++i) {
    const Spot &p = frame[i], &q = frame[(i + 1) % frame.size()];
    const double length = std::hypot(q.x - p.x, q.y - p.y);
    if (!(length > 0)) continue;
    const auto inside = [&](const Spot& s) { return turn(p, q, s) / length; };
    std::vector<Spot> left;
    const std::size_t count = shape.size();
    for (std::size_t k = 0; k < count; ++k) {
      const Spot &s = shape[k], &t = shape[(k + 1) % count];
      const double ds = inside(s), dt = inside(t);
      if (ds >= -slack) left.push_back(s);
      if (count == 1 || (count == 2 && k == 1)) continue;
      if ((ds >= -slack) == (dt >= -slack)) continue;
      const double u = std::clamp(ds / (ds - dt), 0.0, 1.0);
      left.push_back(
          {s.x + u * (t.x - s.x), s.y + u * (t.y - s.y), s.height + u * (t.height - s.height), -1});
    }
    shape = std::move(left);
  }
  return shape;
}

// The place of a corner, edge or face next to a point.
Vec3 nearest_on(const std::vector<Vec3>& corners, const Vec3& p, const View& view) {
  if (corners.size() == 1) return corners[0];
  if (corners.size() == 2) {
    const Vec3 e = corners[1] - corners[0];
    const double t = dot(p - corners[0], e) / std::max(norm_squared(e), 1e-300);
    return corners[0] + std::clamp(t, 0.0, 1.0) * e;
  }
  return p + dot(corners[0] - p, view.normal) * view.normal;
}

/// How far the pieces are apart along n, which goes from b to a in the frame of a.
double gap_along(const Vec3& n, const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a) {
  return -a.extent(-n) - b.extent(rotate_back(b_to_a.rotation, n)) - dot(n, b_to_a.position);
}

/// The normals of the faces tell more than the way between the cores where that leads past an edge,
/// and all there is when even the cores overlap: the direction of the largest gap is the normal.
void ask_faces(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a,
               CoreDistance& cores) {
  if (!cores.apart) {
    cores.point_a = a.centre();
    cores.point_b = to_world(b_to_a, b.centre());
    cores.normal = normalized(cores.point_a - cores.point_b, {0, 1, 0});
  }
  const Vec3 first = cores.normal;
  const double best = gap_along(first, a, b, b_to_a);
  double best_face = -kFar;
  const double allowed = best - kFaceFirst;
  const auto consider = [&](const Vec3& n) {
    const double cosine = dot(n, first);
    if (cores.apart && cosine < 0.3) return;
    const double gap = gap_along(n, a, b, b_to_a);
    const bool nearly = cosine > kFaceCosine && gap > allowed;
    if (gap > best_face && (gap > best || nearly)) best_face = gap, cores.normal = n;
  };
  for (const Vec3& n : a.faces()) consider(-n);
  for (const Vec3& n : b.faces()) consider(rotate(b_to_a.rotation, n));
}

class Meeting {
 public:
  Meeting(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a, double reach,
          std::vector<ContactFeature>& features)
      : a_(a), b_(b), b_to_a_(b_to_a), reach_(reach), features_(features) {}

  void find(Vec3& apart) {
    CoreDistance cores = core_distance(a_, b_, b_to_a_);
    apart = cores.normal;
    if (cores.apart && gap_along(cores.normal, a_, b_, b_to_a_) > reach_) return;
    ask_faces(a_, b_, b_to_a_, cores);
    apart = cores.normal;
    const Vec3 n = cores.normal, n_in_b = rotate_back(b_to_a_.rotation, n);
    const double gap = gap_along(n, a_, b_, b_to_a_);
    if (gap > reach_) return;
    const View view(n);

    const double size = std::min(a_.bounding_radius(), b_.bounding_radius());
    std::vector<OuterPoint> face_a, face_b;
    a_.outer_points(-n, kFlat * a_.bounding_radius(), face_a);
    b_.outer_points(n_in_b, kFlat * b_.bounding_radius(), face_b);
    if (face_a.empty() || face_b.empty()) return;  // the neighbour on the rim has the place
    // The face with the fewer corners cuts better; a flat face is the plane of reference.
    const bool flat_a = is_flat(face_a), flat_b = is_flat(face_b);
    if (flat_a || flat_b) {
      const bool reference_is_b =
          flat_b && !(flat_a && a_.bounding_radius() > b_.bounding_radius());
      if (share_face(reference_is_b, face_a, face_b, view, n_in_b, gap, size)) return;
    }
    touch_once(face_a, face_b, view, cores);
  }

 private:
  static bool is_flat(const std::vector<OuterPoint>& points) {
    return points.size() >= 3 &&
           std::none_of(points.begin(), points.end(),
                        [](const OuterPoint& p) { return p.round.axis != Vec3{}; });
  }
  Vec3 in_a(const Vec3& local_b) const { return to_world(b_to_a_, local_b); }
  Vec3 place_a(const OuterPoint& p, const Vec3& direction) const {
    return outermost_place({}, p.local, p.round, direction);
  }
  Vec3 place_b(const OuterPoint& p, const Vec3& direction) const {
    return outermost_place(b_to_a_, p.local, p.round, direction);
  }

  // One body lies with a flat face on corners, an edge or a face of the other.
  bool share_face(bool reference_is_b, const std::vector<OuterPoint>& face_a,
                  const std::vector<OuterPoint>& face_b, const View& view, const Vec3& n_in_b,
                  double gap, double size) {
    std::vector<OuterPoint> incident;
    const double slab = reach_ - gap;  // deeper corners are farther away than reach
    if (reference_is_b)
      a_.outer_points(-view.normal, slab, incident);
    else
      b_.outer_points(n_in_b, slab, incident);
    std::vector<Spot> frame, shape;
    for (const OuterPoint& p : reference_is_b ? face_b : face_a)
      frame.push_back(
          view.spot(reference_is_b ? place_b(p, view.normal) : place_a(p, -view.normal), -1));
    for (std::size_t i = 0; i < incident.size(); ++i)
      shape.push_back(view.spot(
          reference_is_b ? place_a(incident[i], -view.normal) : place_b(incident[i], view.normal),
          static_cast<int>(i)));
    const double plane = frame.front().height;
    const std::vector<Spot> corners = outline(frame);
    const std::vector<Spot> left = cut_by(outline(shape), corners, kFlat * size);
    if (left.empty()) return false;
    const double sign = reference_is_b ? 1 : -1;
    std::vector<Vec3> places;
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      places.push_back(view.place(left[i]));
      if (sign * left[i].height < sign * left[deepest].height) deepest = i;
    }
    for (const std::size_t i : far_apart(places, deepest, kPairPoints)) {
      const Spot& s = left[i];
      if (sign * (s.height - plane) > reach_) continue;
      Spot on_plane = s;
      on_plane.height = plane;
      OuterPoint moving{places[i], {}, 100 + static_cast<int>(i)};
      if (s.source >= 0) {
        moving = incident[s.source];
        if (!reference_is_b) moving.local = in_a(moving.local);
      } else if (!reference_is_b) {
        moving.local = places[i];
      }
      const Vec3 fixed = view.place(on_plane);
      add(reference_is_b ? moving.local : fixed, reference_is_b ? fixed : moving.local,
          reference_is_b ? moving.round : Roundness{}, reference_is_b ? Roundness{} : moving.round,
          view.normal, !reference_is_b, moving.id);
      features_.back().on_plane = true;
    }
    return true;
  }

  // Corner, edge or curved side against the like.
  void touch_once(const std::vector<OuterPoint>& face_a, const std::vector<OuterPoint>& face_b,
                  const View& view, const CoreDistance& cores) {
    std::vector<Vec3> corners_a, corners_b;
    for (const OuterPoint& p : face_a) corners_a.push_back(place_a(p, -view.normal));
    for (const OuterPoint& p : face_b) corners_b.push_back(place_b(p, view.normal));
    if (corners_a.size() == 2 && corners_b.size() == 2) {
      const Vec3 ea = corners_a[1] - corners_a[0], eb = corners_b[1] - corners_b[0];
      if (norm(cross(ea, eb)) < 0.02 * norm(ea) * norm(eb)) {  // edges side by side
        for (const int k : {0, 1})
          for (const bool of_a : {true, false}) {
            const Vec3 p = of_a ? corners_a[k] : corners_b[k];
            const std::vector<Vec3>& others = of_a ? corners_b : corners_a;
            const Vec3 e = others[1] - others[0];
            const double t = dot(p - others[0], e) / norm_squared(e);
            if (t < 0 || t > 1) continue;
            const Vec3 q = others[0] + t * e;
            add(of_a ? p : q, of_a ? q : p, {}, {}, view.normal, false, 200 + 2 * k + of_a);
          }
        return;
      }
    }
    // A rim or ball keeps its roundness when it is all there is.
    const bool round_a = face_a.size() == 1, round_b = face_b.size() == 1;
    const Vec3 pa = round_a ? face_a[0].local : nearest_on(corners_a, cores.point_a, view);
    const Vec3 pb = round_b ? in_a(face_b[0].local) : nearest_on(corners_b, cores.point_b, view);
    const bool smooth_a = round_a && face_a[0].round.smooth(),
               smooth_b = round_b && face_b[0].round.smooth();
    // A ball that spins would turn the normal away.
    add(pa, pb, round_a ? face_a[0].round : Roundness{}, round_b ? face_b[0].round : Roundness{},
        view.normal, smooth_b && !smooth_a, 300);
    features_.back().free_normal = round_a && round_b && (smooth_a || smooth_b);
  }

  void add(const Vec3& on_a, const Vec3& on_b, const Roundness& round_a, const Roundness& round_b,
           const Vec3& normal, bool normal_on_a, int id) {
    ContactFeature f;
    f.kind = ContactFeature::Kind::points;
    f.id = id;
    f.local_a = on_a;
    f.local_b = to_body(b_to_a_, on_b);
    f.round_a = round_a, f.round_b = round_b;
    f.normal_on_a = normal_on_a;
    f.local_normal = normal_on_a ? normal : rotate_back(b_to_a_.rotation, normal);
    features_.push_back(f);
  }

  const ConvexPiece &a_, &b_;
  const Pose& b_to_a_;
  const double reach_;
  std::vector<ContactFeature>& features_;
};

}  // namespace

std::vector<std::size_t> far_apart(const std::vector<Vec3>& places, std::size_t first,
                                   std::size_t count) {
  std::vector<std::size_t> chosen;
  if (places.size() <= count) {
    for (std::size_t i = 0; i < places.size(); ++i) chosen.push_back(i);
    return chosen;
  }
  std::vector<double> distance(places.size(), kFar);
  for (std::size_t next = first; chosen.size() < count;) {
    chosen.push_back(next);
    for (std::size_t i = 0; i < places.size(); ++i)
      distance[i] = std::min(distance[i], norm(places[i] - places[next]));
    next = static_cast<std::size_t>(std::max_element(distance.begin(), distance.end()) -
                                    distance.begin());
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void add_contact_points(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a,
                        double reach, Vec3& apart, std::vector<ContactFeature>& features) {
  if (apart != Vec3{} && gap_along(apart, a, b, b_to_a) > reach) return;
  Meeting(a, b, b_to_a, reach, features).find(apart);
}

}  // namespace peal
