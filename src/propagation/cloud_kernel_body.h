// Body of the cloud kernel, included once per instruction set by cloud_kernel_*.cpp. Everything is
// in an unnamed namespace and nothing else is included (see dsp/modal/bank_kernel_body.h).
#include "propagation/cloud_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));
typedef int Int8 __attribute__((vector_size(32)));

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
void convolve(const Padded& in, const float* h, int taps, int row, int count, float* out) {
  for (int j = 0; j < count + taps - 1; j += 3 * kLanes) {
    Float8 sum[3] = {};
    for (int order = 0; order < 3; ++order) {
      const float* x = in.x[order] + kBefore + j;
      const float* tap = h + order * row;
      for (int k = 0; k < taps; ++k)
        for (int v = 0; v < 3; ++v) sum[v] += tap[k] * loose8(x - k + kLanes * v);
    }
    for (int v = 0; v < 3; ++v)
      put_loose8(out + j + kLanes * v, loose8(out + j + kLanes * v) + sum[v]);
  }
}

// Samples [first, first + count), all of them around one phase of the table. count: a multiple of
// kLanes.
void spread_some(const RunSamples& samples, int first, int count, const float* table, int phases,
                 int taps, int row, float* out) {
  const float middle = 0.5f * (samples.delay[first] + samples.delay[first + count - 1]);
  const int place = static_cast<int>(middle * static_cast<float>(phases) + 0.5f);
  const float base = static_cast<float>(place) / static_cast<float>(phases);
  Padded in = {};
  for (int n = 0; n < count; n += kLanes) {
    const Float8 value = loose8(samples.value + first + n), rate = loose8(samples.rate + first + n),
                 shift = loose8(samples.delay + first + n) - base;
    put_loose8(in.x[0] + kBefore + n, value);
    put_loose8(in.x[1] + kBefore + n, shift * value - rate);
    put_loose8(in.x[2] + kBefore + n, shift * (0.5f * shift * value - rate));
  }
  convolve(in, table + (place % phases) * 3 * row, taps, row, count, out + first + place / phases);
}

// Neighbours in time overlap in `out`: in turn they go into sums of their own, so that none waits
// for what the last one wrote.
constexpr int kSums = 4, kSumLength = 192;

// Every sample with a phase of its own, for what moves fast: a row of the table, three weights.
void spread_each(const RunSamples& samples, const float* table, int phases, int row, float* out) {
  const int bits = __builtin_ctz(static_cast<unsigned>(phases));
  int at[kCloudRun], from[kCloudRun];
  float weight[3][kCloudRun];
  Int8 least = {}, most = {};
  for (int n = 0; n < kCloudRun; n += kLanes) {
    const Float8 delay = loose8(samples.delay + n), value = loose8(samples.value + n),
                 rate = loose8(samples.rate + n);
    const Int8 place = __builtin_convertvector(delay * static_cast<float>(phases) + 0.5f, Int8);
    const Float8 shift =
        delay - __builtin_convertvector(place, Float8) * (1.0f / static_cast<float>(phases));
    const Int8 whole = place >> bits, begin = (place & (phases - 1)) * (3 * row);
    if (n == 0) least = most = whole;
    least = whole < least ? whole : least;
    most = whole > most ? whole : most;
    __builtin_memcpy(at + n, &whole, sizeof whole);
    __builtin_memcpy(from + n, &begin, sizeof begin);
    put_loose8(weight[0] + n, value);
    put_loose8(weight[1] + n, shift * value - rate);
    put_loose8(weight[2] + n, shift * (0.5f * shift * value - rate));
  }
  int low = least[0], high = most[0];
  for (int lane = 1; lane < kLanes; ++lane) {
    low = least[lane] < low ? least[lane] : low;
    high = most[lane] > high ? most[lane] : high;
  }
  const int length = (kCloudRun + high - low + row + kLanes - 1) & -kLanes;
  float sums[kSums][kSumLength];
  const bool apart = length <= kSumLength;
  for (int k = 0; apart && k < kSums; ++k)
    for (int j = 0; j < length; j += kLanes) put_loose8(sums[k] + j, Float8{});
  for (int n = 0; n < kCloudRun; ++n) {
    float* to = apart ? sums[n % kSums] + n + at[n] - low : out + n + at[n];
    const float* h = table + from[n];
    const float w0 = weight[0][n], w1 = weight[1][n], w2 = weight[2][n];
    for (int j = 0; j < row; j += kLanes)
      put_loose8(to + j, loose8(to + j) + w0 * loose8(h + j) + w1 * loose8(h + row + j) +
                             w2 * loose8(h + 2 * row + j));
  }
  for (int j = 0; apart && j < length; j += kLanes)
    put_loose8(out + low + j,
               loose8(out + low + j) + ((loose8(sums[0] + j) + loose8(sums[1] + j)) +
                                        (loose8(sums[2] + j) + loose8(sums[3] + j))));
}

// [samples] from the phase of the table: the next term, s^3/6 h''', is then 66 dB down at 20 kHz
// and 88.2 kHz, more below.
constexpr float kMostShift = 0.1f;

bool spread(const CloudRun& run, const float* table, int phases, int taps, float* out) noexcept {
  RunSamples samples;
  if (!prepare(run, samples)) return false;
  const int row = cloud_row(taps);
  const float* d = samples.delay;
  constexpr int kFewest = 16;  // below, each alone is faster
  for (int count = kCloudRun; count >= kFewest; count /= 2) {
    float drift = 0;  // the faster it moves, the fewer samples share a phase
    for (int n = 0; n + count <= kCloudRun; n += count) {
      const float ends = d[n + count - 1] - d[n];
      drift = ends > drift ? ends : -ends > drift ? -ends : drift;
    }
    if (drift > 2 * kMostShift) continue;
    for (int n = 0; n < kCloudRun; n += count)
      spread_some(samples, n, count, table, phases, taps, row, out);
    return true;
  }
  spread_each(samples, table, phases, row, out);
  return true;
}

}  // namespace
}  // namespace peal
