#include "physics/rods/thick_inertia.h"

#include "physics/rods/rod_matrix.h"

namespace peal {

ThickInertia::ThickInertia(const RodDesign& design, const std::vector<double>& rest_lengths)
    : points_(static_cast<int>(design.points.size())), closed_(design.closed) {
  const RodMaterial& m = design.material;
  const double poisson = m.young / (2 * m.shear) - 1;
  for (std::size_t j = 0; j < rest_lengths.size(); ++j) {
    const RodSection& s = design.sections[design.sections.size() > 1 ? j : 0];
    const auto half_shear = [&](double moment, const ShearShape& shape) {
      return 0.5 * m.young * moment / (shape.coefficient(poisson) * m.shear * s.area);
    };
    const double length = rest_lengths[j];
    edges_.push_back({length, m.density * s.moment1 / length, m.density * s.moment2 / length,
                      half_shear(s.moment1, s.shear1), half_shear(s.moment2, s.shear2)});
  }
}

void ThickInertia::add_to(RodMatrix& matrix, const Frames& at, double factor) const noexcept {
  const auto columns = [](const auto& f) {
    Mat3 out;
    for (int c = 0; c < 3; ++c) {
      const Vec3 column = f(Vec3{double(c == 0), double(c == 1), double(c == 2)});
      for (int r = 0; r < 3; ++r) out(r, c) = column[r];
    }
    return out;
  };
  const auto times = [](double k, Mat3 m) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) m(r, c) *= k;
    return m;
  };
  for (int j = 0; j < static_cast<int>(edges_.size()); ++j) {
    const Mat3 m = columns(
        [&](const Vec3& v) { return factor * in(at, j, edges_[j].rotary1, edges_[j].rotary2, v); });
    matrix.add_block(j, 0, m), matrix.add_block(after(j), 0, m);
    matrix.add_block(j, 1, times(-1, m));
  }
  for (int i = inner_begin(); i < inner_end(); ++i) {
    const double l0 = edges_[before(i)].length, l1 = edges_[i].length, l = (l0 + l1) / 2;
    const double c[3] = {1 / (l0 * l), -1 / (l0 * l) - 1 / (l1 * l), 1 / (l1 * l)};
    const int at_point[3] = {before(i), i, after(i)};
    const Mat3 once =
        columns([&](const Vec3& v) { return factor * at.mass[i] * sheared(at, i, v); });
    const Mat3 twice = columns(
        [&](const Vec3& v) { return factor * at.mass[i] * sheared(at, i, sheared(at, i, v)); });
    for (int p = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q) {
        const double linear = (p == 1 ? c[q] : 0) + (q == 1 ? c[p] : 0);
        Mat3 block;
        for (int r = 0; r < 3; ++r)
          for (int k = 0; k < 3; ++k) block(r, k) = c[p] * c[q] * twice(r, k) - linear * once(r, k);
        matrix.add_block(at_point[p], q - p, block);
      }
  }
}

}  // namespace peal
