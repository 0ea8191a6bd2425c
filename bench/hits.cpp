// Cost of many short hits on one body: per hit, and of stepping the hop they fall into. Goal: 0.3
// us for a hit on 100 modes, whatever their number. Limit: what a hit reads and writes, 60 bytes
// and 25 operations per mode. Then forces that last, per contact and sample (12 bytes and 2
// operations per mode), and other poles for all modes of a bank and its hits, once per hop.
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/modal/modal_bank.h"
#include "dsp/modal/modal_hits.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kHitRate = 48000;

struct Cost {
  double hit, hop;  // [s]
  double drive;     // [s] per contact and sample
  double retune, retuned_hits;
};

/// Some calls at once: the clock itself takes as long as a small hop.
template <class Work>
double seconds_of(const Work& work) {
  constexpr int kCalls = 16;
  return best_thread_seconds([&] {
           for (int k = 0; k < kCalls; ++k) work();
         }) /
         kCalls;
}

Cost cost_of(int modes) {
  std::vector<Complex<double>> poles;
  for (int i = 0; i < modes; ++i)
    poles.push_back({-5, 2 * kPi * 100 * std::pow(200.0, (i + 0.5) / modes)});
  ModalHits hits(poles, kHitRate);
  AlignedVector<float> shape(static_cast<std::size_t>(hits.padded()), 1.0f);
  std::vector<double> end(2 * poles.size());
  float out[2][kHop] = {};
  const ModalHits::Listener ears[] = {{shape.data(), shape.data(), shape.data(), out[0]},
                                      {shape.data(), shape.data(), shape.data(), out[1]}};
  const int many = 1000;
  const auto run = [&](int count) {
    return seconds_of([&] {
      for (int k = 0; k < count; ++k)
        hits.hit(0.064 * (k % 1000), 1e-5 + 1e-8 * k, 1e-6, shape.data());
      hits.render(ears, end.data(), end.data() + poles.size());
    });
  };
  const double one = run(1), all = run(many);
  const auto press = [&](int count) {
    return seconds_of([&] {
      for (int k = 0; k < count; ++k)
        for (int n = 0; n < kHop; ++n) hits.drive(n, 1e-3, shape.data());
      hits.render(ears, end.data(), end.data() + poles.size());
    });
  };
  const double driven = (press(101) - press(1)) / (100 * kHop);
  ModalBank bank(poles, kHitRate, 2);
  std::vector<Complex<double>> other = poles;
  double scale = 1;
  const auto glide = [&](auto& what) {
    return seconds_of([&] {
      scale = scale > 1.1 ? 1 : scale * 1.0001;
      for (std::size_t i = 0; i < other.size(); ++i) other[i].im = scale * poles[i].im;
      what.retune(other);
    });
  };
  return {(all - one) / (many - 1), one, driven, glide(bank), glide(hits)};
}

void hits_table() {
  head("Hits on one body, two ears (must be <= 0.3 us for 100 modes)");
  for (const int modes : {20, 100, 200, 1000}) {
    const Cost cost = cost_of(modes);
    row(fmt::format("{} modes, a hit", modes), cost.hit * 1e6, "us",
        fmt::format("{:.2f} of 0.3 us per 100 modes, {:.0f} hits/s in real time",
                    cost.hit * 1e6 / (0.003 * modes), 1 / cost.hit));
    row(fmt::format("{} modes, a hop with hits", modes), cost.hop * 1e6, "us",
        fmt::format("{:.3f} of real time", cost.hop * kHitRate / kHop));
    row(fmt::format("{} modes, a force over a sample", modes), cost.drive * 1e9, "ns",
        fmt::format("{:.2f} ns per mode, {:.0f} contacts in real time", cost.drive * 1e9 / modes,
                    1 / (cost.drive * kHitRate)));
    row(fmt::format("{} modes, other poles: bank, hits", modes), cost.retune * 1e6, "us",
        fmt::format("{:.3g} us, {:.3f} of real time in every hop", cost.retuned_hits * 1e6,
                    (cost.retune + cost.retuned_hits) * kHitRate / kHop));
  }
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::hits_table(); }
