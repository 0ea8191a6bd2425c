// Cost of the modal bank per mode and sample with two ears. Limit: 4 multiply-adds of 8 floats per
// 8 mode-samples (2 per ear), at the rate that this processor does them in the same run.
#include <complex>
#include <random>
#include <vector>

#include "arithmetic_limit.h"
#include "dsp/modal/modal_bank.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kRate = 48000;

struct Modes {
  std::vector<Complex<double>> poles;
  std::vector<double> impulse;
  std::vector<std::complex<double>> weights;

  explicit Modes(int count) : impulse(count, 1.0) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < count; ++i) {
      poles.push_back({-0.5 - unit(random), 2 * kPi * (50 + 19000 * unit(random))});
      weights.emplace_back(unit(random), unit(random));
    }
  }
};

double bank_seconds_per_mode_sample(int modes, const BankKernel& kernel, bool moving) {
  const Modes setup(modes);
  ModalBank bank(setup.poles, kRate, 2, kernel);
  for (int ear = 0; ear < 2; ++ear) {
    bank.set_weights(ear, setup.weights);
    if (moving) bank.ramp_weights(ear, setup.weights, 1 << 30);
  }
  bank.push(0.5, 1e-4, setup.impulse);
  float out[kMaxEars][kHop] = {};
  bank.render(out);
  const int hops = std::max(1, 200000 / modes);
  return best_seconds([&] {
           for (int g = 0; g < hops; ++g) bank.render(out);
         }) /
         (double(hops) * kHop * modes);
}

// What a straightforward program does: each mode, each sample, in double.
double plain_seconds_per_mode_sample(int modes) {
  const Modes setup(modes);
  std::vector<Complex<double>> turn, state(modes, {1, 0});
  for (const auto& pole : setup.poles) turn.push_back(exp((1 / kRate) * pole));
  double sum[2] = {};
  return best_seconds([&] {
           for (int n = 0; n < kHop; ++n)
             for (int i = 0; i < modes; ++i) {
               state[i] *= turn[i];
               for (double& ear : sum)
                 ear +=
                     setup.weights[i].real() * state[i].re - setup.weights[i].imag() * state[i].im;
             }
         }) / (double(kHop) * modes) +
         0 * sum[0];
}

void run() {
  head("Modal bank, two ears (must be <= 0.2 ns per mode-sample, >= 100,000 modes in real time)");
  const long count = 200'000'000;
  const double fma = seconds_of_multiply_adds(count) / double(count);
  const double limit = 0.5 * fma;  // per mode-sample
  row("limit: 4 multiply-adds per 8 mode-samples", limit * 1e9, "ns/mode-sample");
  const auto line = [&](const std::string& what, double seconds) {
    row(what, seconds * 1e9, "ns/mode-sample",
        fmt::format("{:>7.0f} modes in real time, {:.0f} % of the limit", 1 / (seconds * kRate),
                    100 * limit / seconds));
  };
  const BankKernel& best = best_bank_kernel();
  for (int modes : {64, 1000, 10000, 100000})
    line(fmt::format("{} modes, {}", modes, best.name),
         bank_seconds_per_mode_sample(modes, best, false));
  line(fmt::format("1000 modes, {}, moving body", best.name),
       bank_seconds_per_mode_sample(1000, best, true));
  line("1000 modes, portable", bank_seconds_per_mode_sample(1000, kBankKernelPortable, false));
  line("1000 modes, plain double loop", plain_seconds_per_mode_sample(1000));
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::run(); }
