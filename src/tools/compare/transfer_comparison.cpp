#include "tools/compare/transfer_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
using Vector = std::vector<Complex>;

constexpr double kSamePlace = 1e-4;    // of a place's distance from the origin
constexpr double kDoubtful = 20;       // [dB] in the middle: hardly an error of a method
constexpr double kOtherPattern = 0.3;  // L2
constexpr double kTwins = 1e-3;        // relative difference of frequencies

/// c_lm far_l: coefficients of the far field as seen from the sphere's centre [Pa m].
Vector far_coefficients(const TransferRecord& record, const ModeTransfer& mode, int order) {
  const double k = mode.omega / record.air.speed_of_sound;
  Vector far(mode.order + 1), out(harmonic_count(order));
  far_ratios(k, record.radius, far);
  const Complex phase = std::polar(1.0, -k * record.radius);
  for (int l = 0; l <= mode.order; ++l)
    for (int m = -l; m <= l; ++m) {
      const std::size_t i = harmonic_index(l, m);
      out[i] = far[l] * phase * Complex(mode.coefficients[i]);
    }
  return out;
}

/// Far fields of both as seen from a's centre, so that their scalar product is that over all
/// directions over 4 pi: coefficients when the centres are the same, else values at directions.
struct FarFields {
  Vector a, b;
};

FarFields far_fields(const TransferRecord& a, const ModeTransfer& in_a, const TransferRecord& b,
                     const ModeTransfer& in_b) {
  const double k = in_b.omega / b.air.speed_of_sound;
  const Vec3 shift = b.centre - a.centre;
  const double turns = k * norm(shift);  // how far the phases of the two centres go apart
  int order = std::max(in_a.order, in_b.order);
  FarFields out{far_coefficients(a, in_a, order), far_coefficients(b, in_b, order)};
  if (turns < 1e-6) {
    for (Vector* v : {&out.a, &out.b})
      for (Complex& c : *v) c /= std::sqrt(4 * kPi);
    return out;
  }
  const int wanted = order + static_cast<int>(std::min(turns, 1e3)) + 4;
  const ShellQuadrature shell(std::min(wanted, kMaxHarmonicOrder));
  FarFields values{Vector(shell.size()), Vector(shell.size())};
  std::vector<double> y(harmonic_count(order));
  for (std::size_t d = 0; d < shell.size(); ++d) {
    const Vec3& direction = shell.directions()[d];
    real_harmonics(order, direction, y);
    for (std::size_t i = 0; i < y.size(); ++i)
      values.a[d] += y[i] * out.a[i], values.b[d] += y[i] * out.b[i];
    const double weight = std::sqrt(shell.weights()[d] / (4 * kPi));
    values.a[d] *= weight;
    values.b[d] *= weight * std::polar(1.0, -k * dot(direction, shift));
  }
  return values;
}

/// Pressures of one mode at places over the root of their number.
Vector at_places(const TransferResult& t, std::size_t mode, const std::vector<Vec3>& places) {
  Vector out;
  const double weight = 1 / std::sqrt(static_cast<double>(places.size()));
  for (std::size_t p = 0; p < places.size(); ++p)
    out.push_back(weight * (t.record
                                ? transfer_pressure(*t.record, t.record->modes[mode], places[p])
                                : Complex(t.pressures->at(mode, p))));
  return out;
}

double decibel(double square) { return 10 * std::log10(square); }

void compare_vectors(const Vector& a, const Vector& b, ModeDifference& out) {
  double aa = 0, bb = 0, difference = 0;
  Complex ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += std::norm(a[i]), bb += std::norm(b[i]), difference += std::norm(b[i] - a[i]);
    ab += std::conj(a[i]) * b[i];
  }
  out.level_a = decibel(aa), out.level_b = decibel(bb);
  out.difference = decibel(bb / aa);
  out.l2 = std::sqrt(difference / aa);
  // Of the same as a difference: 1 - |ab|^2 / (aa bb) would lose small patterns to rounding.
  double left = 0;
  for (std::size_t i = 0; i < a.size(); ++i) left += std::norm(b[i] - ab / aa * a[i]);
  out.pattern = std::sqrt(left / bb);
}

void check_outside(const TransferResult& field, const std::vector<Vec3>& places,
                   const std::string& where) {
  const TransferRecord& record = *field.record;
  std::size_t inside = 0, first = 0;
  for (std::size_t i = places.size(); i-- > 0;)
    if (!(norm(places[i] - record.centre) >= record.radius)) ++inside, first = i;
  if (inside > 0)
    fail(
        "{}: {} of {} places lie inside the sphere on which the sound of {} begins, the first is "
        "place {}, {:.4g} m from its centre; the sphere has {:.4g} m. Leave them out",
        where, inside, places.size(), field.name, first, norm(places[first] - record.centre),
        record.radius);
}

void check_same_places(const TransferResult& a, const TransferResult& b) {
  const auto &pa = a.pressures->places, &pb = b.pressures->places;
  if (pa.size() != pb.size())
    fail("{} has {} places, {} has {}; pressures can be compared at the same places only", a.name,
         pa.size(), b.name, pb.size());
  for (std::size_t i = 0; i < pa.size(); ++i)
    if (norm(pa[i] - pb[i]) > kSamePlace * norm(pa[i]))
      fail("place {} is ({:g}, {:g}, {:g}) m in {} and ({:g}, {:g}, {:g}) m in {}", i, pa[i].x,
           pa[i].y, pa[i].z, a.name, pb[i].x, pb[i].y, pb[i].z, b.name);
}

void note_air(const TransferResult& a, const TransferResult& b, TransferComparison& out) {
  if (!a.record || !b.record) return;
  const Air &x = a.record->air, &y = b.record->air;
  if (std::abs(x.speed_of_sound - y.speed_of_sound) > 1e-4 * x.speed_of_sound ||
      std::abs(x.density - y.density) > 1e-4 * x.density)
    out.notes.push_back(
        fmt::format("not the same air: {:g} m/s, {:g} kg/m^3 in a, {:g} m/s, {:g} kg/m^3 in b",
                    x.speed_of_sound, x.density, y.speed_of_sound, y.density));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What looks like another unit or another choice of shapes rather than another sound.
void note_mode_doubts(TransferComparison& out) {
  std::vector<double> differences;
  for (const ModeDifference& mode : out.modes) differences.push_back(mode.difference);
  if (const double middle = median(differences); std::abs(middle) > kDoubtful)
    out.notes.push_back(fmt::format(
        "half of the modes differ by {:+.0f} dB or more: are both in Pa for unit velocity of modes "
        "of modal mass 1 kg, lengths in m?",
        middle));
  std::size_t mixed = 0;
  for (std::size_t i = 0; i < out.modes.size(); ++i)
    for (const std::size_t j : {i - 1, i + 1})
      if (j < out.modes.size() && out.modes[i].pattern > kOtherPattern &&
          std::abs(out.modes[j].frequency_a / out.modes[i].frequency_a - 1) < kTwins) {
        ++mixed;
        break;
      }
  if (mixed > 0)
    out.notes.push_back(fmt::format(
        "{} of another pattern {} a twin of the same frequency: such pairs may be mixed in any way "
        "when the two are not made from the same shapes",
        mixed == 1 ? "1 mode" : fmt::format("{} modes", mixed), mixed == 1 ? "has" : "have"));
}

template <class Value>
double largest(const std::vector<ModeDifference>& modes, Value value) {
  double most = 0;
  for (const ModeDifference& mode : modes) most = std::max(most, value(mode));
  return most;
}

}  // namespace

double TransferComparison::worst_decibel() const {
  return largest(modes, [](const ModeDifference& m) { return std::abs(m.difference); });
}
double TransferComparison::worst_l2() const {
  return largest(modes, [](const ModeDifference& m) { return m.l2; });
}
double TransferComparison::worst_pattern() const {
  return largest(modes, [](const ModeDifference& m) { return m.pattern; });
}
double TransferComparison::rms_decibel() const {
  double sum = 0;
  for (const ModeDifference& mode : modes) sum += mode.difference * mode.difference;
  return std::sqrt(sum / static_cast<double>(modes.size()));
}

TransferComparison compare_transfers(const TransferResult& a, const TransferResult& b) {
  TransferComparison out;
  const bool far = a.record && b.record;
  if (a.pressures && b.pressures) check_same_places(a, b);
  const std::vector<Vec3> places = a.pressures   ? a.pressures->places
                                   : b.pressures ? b.pressures->places
                                                 : std::vector<Vec3>();
  if (a.pressures && b.record) check_outside(b, places, a.name);
  if (b.pressures && a.record) check_outside(a, places, b.name);
  out.measure = far ? "far field, all directions" : fmt::format("{} places", places.size());
  std::string note;
  const auto pairs = match_modes(a, b, note);
  out.notes.push_back(note);
  note_air(a, b, out);

  for (const auto& [i, j] : pairs)
    if (a.has_data(i) && b.has_data(j))
      out.modes.push_back({i, j, a.omega(i) / (2 * kPi), b.omega(j) / (2 * kPi)});
  if (out.modes.empty())
    fail("{} and {}: no mode was computed in both; nothing to compare", a.name, b.name);
  if (out.modes.size() < pairs.size())
    out.notes.push_back(
        fmt::format("left out, because one of the two has no data or silence: {} of {} pairs",
                    pairs.size() - out.modes.size(), pairs.size()));
  parallel_for(out.modes.size(), [&](std::size_t i) {
    ModeDifference& mode = out.modes[i];
    if (far) {
      const FarFields fields =
          far_fields(*a.record, a.record->modes[mode.a], *b.record, b.record->modes[mode.b]);
      compare_vectors(fields.a, fields.b, mode);
    } else {
      compare_vectors(at_places(a, mode.a, places), at_places(b, mode.b, places), mode);
    }
  });
  // High orders at long waves: their squares far away may be less than the smallest number.
  const std::size_t faint = std::erase_if(
      out.modes, [](const ModeDifference& mode) { return !std::isfinite(mode.difference); });
  if (faint > 0) out.notes.push_back(fmt::format("{} modes are left out: too faint there", faint));
  if (out.modes.empty())
    fail("{} and {}: all modes are too faint; nothing to compare", a.name, b.name);
  note_mode_doubts(out);
  return out;
}

}  // namespace peal
