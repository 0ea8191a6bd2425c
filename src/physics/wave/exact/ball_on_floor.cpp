#include "physics/wave/exact/ball_on_floor.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

using Complex = std::complex<double>;

// h_n(z), n = 0 .. count - 1; upward is the stable direction.
void hankels(int count, double z, std::vector<Complex>& h) {
  h.resize(static_cast<std::size_t>(std::max(count, 2)));
  const Complex turn = std::polar(1.0, z);
  h[0] = turn / Complex{0, z};
  h[1] = -turn * Complex{z, 1} / (z * z);
  for (std::size_t n = 2; n < h.size(); ++n)
    h[n] = (2.0 * static_cast<double>(n) - 1) / z * h[n - 1] - h[n - 2];
}

// P_n^m(cos) without the sign (-1)^m, and its slope over the angle; sine > 0.
void legendres(int count, int m, double cosine, double sine, std::vector<double>& p,
               std::vector<double>& slope) {
  const auto size = static_cast<std::size_t>(std::max(count, 2));
  p.assign(size, 0), slope.assign(size, 0);
  if (m == 0) p[0] = 1, p[1] = cosine;
  if (m == 1) p[1] = sine;
  for (std::size_t i = 2; i < size; ++i) {
    const double n = static_cast<double>(i);
    p[i] = ((2 * n - 1) * cosine * p[i - 1] - (n - 1 + m) * p[i - 2]) / (n - m);
  }
  for (std::size_t i = 1; i < size; ++i) {
    const double n = static_cast<double>(i);
    slope[i] = sine > 1e-9 ? (n * cosine * p[i] - (n + m) * p[i - 1]) / sine : 0;
  }
}

// Gauss-Legendre on [-1, 1]: f(place, weight).
template <class Function>
void gauss(int points, const Function& f) {
  for (int i = 0; i < points; ++i) {
    double x = std::cos(kPi * (i + 0.75) / (points + 0.5)), slope = 1;
    for (int pass = 0; pass < 30; ++pass) {
      double before = 1, p = x;
      for (int n = 2; n <= points; ++n)
        std::swap(before, p), p = ((2 * n - 1) * x * before - (n - 1) * p) / n;
      slope = points * (x * p - before) / (x * x - 1);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    f(x, 2 / ((1 - x * x) * slope * slope));
  }
}

// Gauss' elimination with pivots, in place; rows of n + 1 numbers, the last one the right side.
std::vector<Complex> solved(std::vector<std::vector<Complex>> rows) {
  const std::size_t n = rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t r = i + 1; r < n; ++r)
      if (std::abs(rows[r][i]) > std::abs(rows[best][i])) best = r;
    std::swap(rows[i], rows[best]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const Complex factor = rows[r][i] / rows[i][i];
      for (std::size_t c = i; c <= n; ++c) rows[r][c] -= factor * rows[i][c];
    }
  }
  std::vector<Complex> x(n);
  for (std::size_t i = n; i-- > 0;) {
    Complex sum = rows[i][n];
    for (std::size_t c = i + 1; c < n; ++c) sum -= rows[i][c] * x[c];
    x[i] = sum / rows[i][i];
  }
  return x;
}

}  // namespace

BallOnFloor::BallOnFloor(double radius, double height, int along, double k, const Air& air,
                         int terms)
    : radius_(radius),
      height_(height),
      k_(k),
      density_(air.density),
      along_(along),
      terms_(std::max(terms, 1)) {
  std::vector<Complex> h;
  hankels(terms_ + 1, k * radius, h);
  for (const Complex& value : h) scale_.push_back(std::abs(value));
  const auto first = static_cast<std::size_t>(along),
             n = static_cast<std::size_t>(terms_) + 1 - first;
  std::vector<std::vector<Complex>> rows(n, std::vector<Complex>(n + 1));
  std::vector<Complex> value, slope;
  std::vector<double> p, unused;
  gauss(6 * (terms_ + 1), [&](double cosine, double weight) {
    const double sine = std::sqrt(1 - cosine * cosine);
    terms_at(radius * sine, height + radius * cosine, sine, cosine, value, slope);
    legendres(terms_ + 1, along, cosine, sine, p, unused);
    for (std::size_t r = 0; r < n; ++r) {
      const double degree = static_cast<double>(r + first);
      const double test = weight * p[r + first] * (degree + 0.5) /
                          (along ? degree * (degree + 1) : 1);  // of one size for all degrees
      for (std::size_t c = 0; c < n; ++c) rows[r][c] += test * slope[c + first];
      rows[r][n] -= test * density_ * (along ? sine : cosine);  // dp/dn = -rho a_n
    }
  });
  x_ = solved(std::move(rows));
}

void BallOnFloor::terms_at(double x, double y, double nx, double ny, std::vector<Complex>& value,
                           std::vector<Complex>& slope) const {
  const auto count = static_cast<std::size_t>(terms_) + 1;
  value.assign(count, 0), slope.assign(count, 0);
  std::vector<Complex> h;
  std::vector<double> p, turn;
  for (const bool image : {false, true}) {
    const double up = y - (image ? -height_ : height_), r = std::hypot(x, up);
    const double cosine = up / r, sine = x / r;
    hankels(terms_ + 2, k_ * r, h);
    legendres(terms_ + 1, along_, cosine, std::abs(sine), p, turn);
    const double outward = nx * sine + ny * cosine, across = nx * cosine - ny * sine;
    for (std::size_t n = static_cast<std::size_t>(along_); n < count; ++n) {
      // The image of a term is the same about the other centre, mirrored.
      const double mirror = image && (n + static_cast<std::size_t>(along_)) % 2 ? -1 : 1;
      const double factor = mirror / scale_[n], degree = static_cast<double>(n);
      const Complex derivative = degree / (k_ * r) * h[n] - h[n + 1];
      // On the other side of the axis m = 1 has the other sign.
      const double side = along_ && sine < 0 ? -1 : 1;
      value[n] += side * factor * h[n] * p[n];
      slope[n] += side * factor * (k_ * derivative * p[n] * outward + h[n] / r * turn[n] * across);
    }
  }
}

Complex BallOnFloor::pressure(double x, double y) const {
  std::vector<Complex> value, slope;
  terms_at(x, y, 0, 1, value, slope);
  Complex sum = 0;
  for (std::size_t i = 0; i < x_.size(); ++i)
    sum += x_[i] * value[i + static_cast<std::size_t>(along_)];
  return sum;
}

Complex BallOnFloor::superposed(double x, double y) const {
  std::vector<Complex> value, slope, h;
  terms_at(x, y, 0, 1, value, slope);
  hankels(3, k_ * radius_, h);
  const Complex derivative = k_ * (h[1] / (k_ * radius_) - h[2]) / scale_[1];
  return -density_ / derivative * value[1];
}

Complex BallOnFloor::reaction() const {
  Complex sum = 0;
  gauss(8 * (terms_ + 1), [&](double cosine, double weight) {
    const double sine = std::sqrt(1 - cosine * cosine);
    const Complex p = pressure(radius_ * sine, height_ + radius_ * cosine);
    // -Int p n dS; around the axis cos^2 leaves pi for m = 1
    sum -= weight * p * (along_ ? kPi * sine : 2 * kPi * cosine) * radius_ * radius_;
  });
  return sum / (density_ * 4 * kPi / 3 * radius_ * radius_ * radius_);
}

}  // namespace peal
