// Cost of many short hits on one body: per hit, and of stepping the hop they fall into. Goal: 0.3
// us for a hit on 100 modes, whatever their number.
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/modal/modal_hits.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kHitRate = 48000;

struct Cost {
  double hit, hop;  // [s]
};

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
    return best_seconds([&] {
      for (int k = 0; k < count; ++k)
        hits.hit(0.064 * (k % 1000), 1e-5 + 1e-8 * k, 1e-6, shape.data());
      hits.render(ears, end.data(), end.data() + poles.size());
    });
  };
  const double one = run(1), all = run(many);
  return {(all - one) / (many - 1), one};
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
  }
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::hits_table(); }
