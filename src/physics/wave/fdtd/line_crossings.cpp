#include "physics/wave/fdtd/line_crossings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/error.h"

namespace peal {
namespace {

struct Crossing {
  std::int64_t line;
  double place;
  int sign;  // +1 enters the solid
};

struct Flat {
  double u, v;
};

// Twice the area of a, b, p; the same value whichever of the two triangles of an edge asks.
double side(const Flat& a, const Flat& b, const Flat& p) {
  return (b.u - a.u) * (p.v - a.v) - (b.v - a.v) * (p.u - a.u);
}

class Collector {
 public:
  Collector(const TriangleMesh& surface, const LineLattice& lattice)
      : surface_(surface), lattice_(lattice) {
    for (const auto& triangle : surface.triangles) add(triangle);
    std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
      if (a.line != b.line) return a.line < b.line;
      if (a.place != b.place) return a.place < b.place;
      return a.sign > b.sign;
    });
  }
  const std::vector<Crossing>& crossings() const { return crossings_; }

 private:
  Flat flat(int vertex) const {
    const Vec3& x = surface_.vertices[vertex];
    return {x[(lattice_.axis + 1) % 3], x[(lattice_.axis + 2) % 3]};
  }
  bool left_of(int a, int b, const Flat& p) const {
    return a < b ? side(flat(a), flat(b), p) >= 0 : !(side(flat(b), flat(a), p) >= 0);
  }

  void add(const std::array<int, 3>& t) {
    const Flat a = flat(t[0]), b = flat(t[1]), c = flat(t[2]);
    const double area = side(a, b, c);
    if (area == 0) return;
    const auto range = [](double low, double high, double from, double step, int n) {
      const double first = std::clamp(std::floor((low - from) / step) - 1, 0.0, double(n));
      const double last = std::clamp(std::ceil((high - from) / step) + 1, -1.0, double(n - 1));
      return std::pair<int, int>{static_cast<int>(first), static_cast<int>(last)};
    };
    const auto [i0, i1] = range(std::min({a.u, b.u, c.u}), std::max({a.u, b.u, c.u}), lattice_.u0,
                                lattice_.du, lattice_.nu);
    const auto [j0, j1] = range(std::min({a.v, b.v, c.v}), std::max({a.v, b.v, c.v}), lattice_.v0,
                                lattice_.dv, lattice_.nv);
    const int axis = lattice_.axis;
    const double xa = surface_.vertices[t[0]][axis], xb = surface_.vertices[t[1]][axis],
                 xc = surface_.vertices[t[2]][axis];
    for (int j = j0; j <= j1; ++j)
      for (int i = i0; i <= i1; ++i) {
        const Flat p{lattice_.u0 + i * lattice_.du, lattice_.v0 + j * lattice_.dv};
        const bool l0 = left_of(t[0], t[1], p), l1 = left_of(t[1], t[2], p),
                   l2 = left_of(t[2], t[0], p);
        if (l0 != l1 || l1 != l2) continue;
        // Barycentric; clamped for slivers, whose small areas say little.
        const double wa = std::clamp(side(b, c, p) / area, 0.0, 1.0);
        const double wb = std::clamp(side(c, a, p) / area, 0.0, 1.0 - wa);
        const double place = wa * xa + wb * xb + (1 - wa - wb) * xc;
        // Counter-clockwise seen along +axis: the normal points along +axis, the line leaves.
        crossings_.push_back({static_cast<std::int64_t>(j) * lattice_.nu + i, place, l0 ? -1 : 1});
      }
  }

  const TriangleMesh& surface_;
  const LineLattice& lattice_;
  std::vector<Crossing> crossings_;
};

}  // namespace

void cross_lines(const TriangleMesh& surface, const LineLattice& lattice,
                 const std::function<void(int, int, double, double)>& inside) {
  const Collector collector(surface, lattice);
  const auto& crossings = collector.crossings();
  std::size_t lines = 0, broken = 0;
  for (std::size_t first = 0, last = 0; first < crossings.size(); first = last) {
    int winding = 0;
    while (last < crossings.size() && crossings[last].line == crossings[first].line)
      winding += crossings[last++].sign;
    ++lines;
    if (winding != 0) {
      ++broken;
      continue;
    }
    const int i = static_cast<int>(crossings[first].line % lattice.nu);
    const int j = static_cast<int>(crossings[first].line / lattice.nu);
    // Coincident crossings are sorted entering first: a stretch without length changes nothing.
    double from = 0;
    for (std::size_t k = first; k < last; ++k) {
      if (winding == 0) from = crossings[k].place;
      winding += crossings[k].sign;
      if (winding == 0) inside(i, j, from, crossings[k].place);
    }
  }
  if (broken * 100 > lines)
    fail("the surface is not closed: {} of {} lines enter it and never leave", broken, lines);
}

}  // namespace peal
