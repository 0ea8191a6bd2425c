// Cost of the modal bank per mode and sample with two ears, for growing banks, against the
// arithmetic limit of the kernel: 4 multiply-adds per 8 mode-samples.
#include <benchmark/benchmark.h>

#include <complex>
#include <random>

#include "emission/modal_bank.h"

namespace {

constexpr double kRate = 48000;

void run(benchmark::State& state, const peal::BankKernel& kernel, bool moving) {
  const int modes = static_cast<int>(state.range(0));
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<peal::Complex<double>> poles(modes);
  std::vector<double> impulse(modes, 1.0);
  std::vector<std::complex<double>> weights(modes);
  for (int i = 0; i < modes; ++i) {
    poles[i] = {-0.5 - unit(random), 2 * peal::kPi * (50 + 19000 * unit(random))};
    weights[i] = {unit(random), unit(random)};
  }
  peal::ModalBank bank(poles, kRate, 2, kernel);
  for (int ear = 0; ear < 2; ++ear) bank.set_weights(ear, weights);
  bank.push(0.5, 1e-4, impulse);
  float out[peal::kMaxEars][peal::kGrain] = {};
  if (moving)
    for (int ear = 0; ear < 2; ++ear) bank.ramp_weights(ear, weights, 1 << 30);
  bank.render(out);
  for (auto _ : state) {
    bank.render(out);
    benchmark::DoNotOptimize(out);
  }
  const double mode_samples = double(state.iterations()) * modes * peal::kGrain;
  state.counters["ns/mode-sample"] =
      benchmark::Counter(mode_samples * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["modes_in_real_time"] =
      benchmark::Counter(mode_samples / kRate, benchmark::Counter::kIsRate);
}

void still(benchmark::State& state) { run(state, peal::best_bank_kernel(), false); }
void moving(benchmark::State& state) { run(state, peal::best_bank_kernel(), true); }
void portable(benchmark::State& state) { run(state, peal::kBankKernelPortable, false); }

BENCHMARK(still)->Name("bank/best kernel, two ears")->Arg(64)->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK(moving)->Name("bank/best kernel, two ears, moving")->Arg(1000);
BENCHMARK(portable)->Name("bank/portable kernel, two ears")->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
