// Body of the cloud kernel, included once per instruction set by cloud_kernel_*.cpp. Everything is
// in an unnamed namespace and nothing else is included (see dsp/modal/bank_kernel_body.h).
#include "propagation/cloud_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));

constexpr int kLanes = 8;
constexpr Float8 kRamp = {0, 1, 2, 3, 4, 5, 6, 7};

Float8 loose8(const float* p) {
  Float8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
void put_loose8(float* p, const Float8& v) { __builtin_memcpy(p, &v, sizeof v); }

// A, B and the delay of every sample of a run.
struct RunSamples {
  float value[kCloudRun], rate[kCloudRun], delay[kCloudRun];
};

// @return whether anything is not 0.
bool prepare(const CloudRun& run, RunSamples& out) {
  constexpr float kStep = 1.0f / kCloudRun;
  Float8 heard = {};
  for (int n = 0; n < kCloudRun; n += kLanes) {
    const Float8 u = (kRamp + static_cast<float>(n)) * kStep;
    const auto weight = [&](const float(&w)[2]) { return w[0] + u * (w[1] - w[0]); };
    const Float8 d = weight(run.dipole_weight[0]) * loose8(run.dipole[0] + n) +
                     weight(run.dipole_weight[1]) * loose8(run.dipole[1] + n) +
                     weight(run.dipole_weight[2]) * loose8(run.dipole[2] + n);
    const Float8 value = weight(run.monopole_weight) * loose8(run.monopole + n) + d;
    const Float8 rate = weight(run.rate_weight) * d;
    put_loose8(out.value + n, value);
    put_loose8(out.rate + n, rate);
    put_loose8(out.delay + n,
               run.delay[0] + u * (run.delay[1] + u * (run.delay[2] + u * run.delay[3])));
    heard += value * value + rate * rate;
  }
  float sum = 0;
  for (int lane = 0; lane < kLanes; ++lane) sum += heard[lane];
  return sum != 0;
}

// Samples between zeros: as many before them as there are taps, more behind.
constexpr int kBefore = kMostCloudTaps, kBehind = kMostCloudTaps + 3 * kLanes;
struct Padded {
  float x[3][kBefore + kCloudRun + kBehind];
};

// Three vectors of sums at once hide the latency of their additions.
void convolve(const Padded& in, const float* h, int taps, int count, float* out) {
  for (int j = 0; j < count + taps - 1; j += 3 * kLanes) {
    Float8 sum[3] = {};
    for (int order = 0; order < 3; ++order) {
      const float* x = in.x[order] + kBefore + j;
      const float* tap = h + order * taps;
      for (int k = 0; k < taps; ++k)
        for (int v = 0; v < 3; ++v) sum[v] += tap[k] * loose8(x - k + kLanes * v);
    }
    for (int v = 0; v < 3; ++v)
      put_loose8(out + j + kLanes * v, loose8(out + j + kLanes * v) + sum[v]);
  }
}

// Samples [first, first + count), all of them around one phase of the table. count: 1, or a
// multiple of kLanes.
void spread_some(const RunSamples& samples, int first, int count, const float* table, int phases,
                 int taps, float* out) {
  const float middle = 0.5f * (samples.delay[first] + samples.delay[first + count - 1]);
  const int place = static_cast<int>(middle * static_cast<float>(phases) + 0.5f);
  const float base = static_cast<float>(place) / static_cast<float>(phases);
  Padded in = {};
  const auto put = [&](int n, auto value, auto rate, auto delay, auto store) {
    const auto shift = delay - base;
    store(in.x[0] + kBefore + n, value);
    store(in.x[1] + kBefore + n, shift * value - rate);
    store(in.x[2] + kBefore + n, shift * (0.5f * shift * value - rate));
  };
  if (count < kLanes)
    for (int n = 0; n < count; ++n)
      put(n, samples.value[first + n], samples.rate[first + n], samples.delay[first + n],
          [](float* to, float x) { *to = x; });
  else
    for (int n = 0; n < count; n += kLanes)
      put(n, loose8(samples.value + first + n), loose8(samples.rate + first + n),
          loose8(samples.delay + first + n), put_loose8);
  convolve(in, table + (place % phases) * 3 * taps, taps, count, out + first + place / phases);
}

// [samples] from the phase of the table: the next term, s^3/6 h''', is then 66 dB down at 20 kHz
// and 88.2 kHz, more below.
constexpr float kMostShift = 0.1f;

bool spread(const CloudRun& run, const float* table, int phases, int taps, float* out) noexcept {
  RunSamples samples;
  if (!prepare(run, samples)) return false;
  const float* d = samples.delay;
  int count = kCloudRun;  // the faster it moves, the fewer samples share a phase
  constexpr int kFewer[] = {kCloudRun / 2, kCloudRun / 4, 1};
  for (const int fewer : kFewer) {
    float drift = 0;
    for (int n = 0; n + count <= kCloudRun; n += count) {
      const float ends = d[n + count - 1] - d[n];
      drift = ends > drift ? ends : -ends > drift ? -ends : drift;
    }
    if (drift <= 2 * kMostShift) break;
    count = fewer;
  }
  for (int n = 0; n < kCloudRun; n += count)
    spread_some(samples, n, count, table, phases, taps, out);
  return true;
}

}  // namespace
}  // namespace peal
