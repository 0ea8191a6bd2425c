// How long things ring, against recordings of real ones (tests/data/impact/recorded_decay.csv): a
// thing of that kind is struck in a scene, and the decay of its partials is read off the samples of
// the file. Own loss, heat flow and air are all in it, as they are in the recordings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/csv_rows.h"
#include "support/rendered.h"

namespace peal {
namespace {

constexpr double kRate = 48000, kStrike = 0.02;    // [Hz], [s]
constexpr double kLowest = 600, kHighest = 15000;  // [Hz] where the recordings were fitted best
constexpr int kPartials = 24;

std::vector<double> struck(const CsvRow& row) {
  const auto vector = [&](const char* column) {
    std::string text = row.text(column);
    std::replace(text.begin(), text.end(), ' ', ',');
    return text;
  };
  std::string shape = row.text("shape");
  std::replace(shape.begin(), shape.end(), '\'', '"');
  return test::render_text(fmt::format(R"({{"peal": 1, "duration": 1.3, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0.6, 0.5, 0.3]}}],
    "objects": [{{"name": "thing", "shape": {{{}}}, "material": "{}", "position": [0, 0, 0],
      "static": true, "radiation": "quick", "max_frequency": 16000}}],
    "sources": [{{"kind": "strike", "object": "thing", "point": [{}], "direction": [{}],
      "time": {}, "impulse": 0.02, "duration": 5e-5}}]}})",
                                       shape, row.text("material"), vector("point"),
                                       vector("direction"), kStrike))
      .sounds[0]
      .channels[0];
}

/// Level [dB] of what lies within some 40 Hz of a frequency, every 5 ms from the strike on.
std::vector<double> envelope(const std::vector<double>& x, double frequency) {
  constexpr int kStep = 240, kHalf = 1200;  // samples
  std::vector<double> out;
  for (int middle = static_cast<int>((kStrike + 0.004) * kRate) + kHalf;
       middle + kHalf < static_cast<int>(x.size()); middle += kStep) {
    std::complex<double> sum = 0;
    for (int n = -kHalf; n < kHalf; ++n)
      sum += x[static_cast<std::size_t>(middle + n)] * (0.5 + 0.5 * std::cos(kPi * n / kHalf)) *
             std::polar(1.0, -2 * kPi * frequency * n / kRate);
    out.push_back(20 * std::log10(std::abs(sum) + 1e-30));
  }
  return out;
}

/// [s] from a straight line through the first 25 dB; 0 when it does not fall so far.
double t60_of(const std::vector<double>& level) {
  const auto peak = std::max_element(level.begin(), level.end());
  double n = 0, t = 0, l = 0, tt = 0, tl = 0;
  for (auto at = peak; at != level.end() && *at > *peak - 25; ++at) {
    const double time = 0.005 * static_cast<double>(at - peak);
    n += 1, t += time, l += *at, tt += time * time, tl += time * *at;
  }
  if (n < 6) return 0;
  const double slope = (n * tl - t * l) / (n * tt - t * t);  // [dB/s]
  return slope < 0 ? -60 / slope : 0;
}

struct Partial {
  double frequency, level;
};

/// The strongest ones, at least 60 Hz apart.
std::vector<Partial> partials(const std::vector<double>& x) {
  std::vector<Partial> found;
  std::vector<Partial> all;
  constexpr int kLength = 9600;
  const auto first = static_cast<std::size_t>((kStrike + 0.004) * kRate);
  for (double f = kLowest; f < kHighest; f += 5) {
    std::complex<double> sum = 0;
    const std::complex<double> turn = std::polar(1.0, -2 * kPi * f / kRate);
    std::complex<double> z = 1;
    for (int n = 0; n < kLength; ++n, z *= turn)
      sum += x[first + static_cast<std::size_t>(n)] *
             (0.5 - 0.5 * std::cos(2 * kPi * n / kLength)) * z;
    all.push_back({f, std::abs(sum)});
  }
  for (std::size_t i = 1; i + 1 < all.size(); ++i)
    if (all[i].level > all[i - 1].level && all[i].level > all[i + 1].level) found.push_back(all[i]);
  std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.level > b.level; });
  std::vector<Partial> out;
  for (const Partial& p : found) {
    const bool apart = std::all_of(out.begin(), out.end(), [&](const Partial& other) {
      return std::abs(other.frequency - p.frequency) > 60;
    });
    if (apart && static_cast<int>(out.size()) < kPartials && p.level > 1e-4 * found[0].level)
      out.push_back(p);
  }
  return out;
}

struct Fit {
  double constant = 0, eta = 0;  // [1/s], 1
};

/// sigma = a + eta omega / 2 as it was fitted to the recordings: relative errors, nothing negative.
Fit fitted(const std::vector<Partial>& sigma) {
  double aa = 0, ab = 0, bb = 0, ya = 0, yb = 0;
  for (const Partial& p : sigma) {
    const double a = 1 / p.level, b = kPi * p.frequency / p.level;
    aa += a * a, ab += a * b, bb += b * b, ya += a, yb += b;
  }
  const double det = aa * bb - ab * ab;
  const Fit free{(ya * bb - yb * ab) / det, (yb * aa - ya * ab) / det};
  return free.constant >= 0 ? free : Fit{0, yb / bb};
}

TEST(RecordedThings, RingAsLongAsTheyDo) {
  for (const CsvRow& row : csv_rows("impact/recorded_decay.csv")) {
    SCOPED_TRACE(row.text("thing"));
    const std::vector<double> x = struck(row);
    std::vector<Partial> sigma;  // level: [1/s]
    for (const Partial& p : partials(x)) {
      const double t60 = t60_of(envelope(x, p.frequency));
      if (t60 > 0) sigma.push_back({p.frequency, std::log(1000) / t60});
    }
    EXPECT_GE(sigma.size(), 3u);
    const Fit fit = fitted(sigma);
    std::printf("%s: %zu partials, a %.1f, eta %.2e, %.2f of the recorded one\n",
                row.text("thing").c_str(), sigma.size(), fit.constant, fit.eta,
                fit.eta / row["eta"]);
    EXPECT_LT(fit.eta / row["eta"], 1.5);
    EXPECT_GT(fit.eta / row["eta"], 1 / 1.5);
  }
}

}  // namespace
}  // namespace peal
