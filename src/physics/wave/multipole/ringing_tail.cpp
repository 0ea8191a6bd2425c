#include "physics/wave/multipole/ringing_tail.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "physics/wave/multipole/damped_tail.h"

namespace peal {
namespace {

/// One DOF: its coefficients' numbers in the record, and its samples from `begin` on.
struct Continued {
  std::vector<std::size_t> coefficients;
  std::size_t begin = 0;
  std::vector<double> values;  // samples x coefficients
  double tail = 0;
};

double energy(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return sum;
}

void fade(std::vector<double>& values, std::size_t coefficients, std::size_t window) {
  const std::size_t samples = values.size() / coefficients, count = std::min(samples, window);
  for (std::size_t n = 0; n < count; ++n) {
    const double u = static_cast<double>(n + 1) / static_cast<double>(count + 1);
    for (std::size_t c = 0; c < coefficients; ++c)
      values[(samples - count + n) * coefficients + c] *= 0.5 + 0.5 * std::cos(kPi * u);
  }
}

Continued continued(const PulseRecord& record, const RingingDof& ringing, const TailBound& bound) {
  Continued out;
  for (std::size_t i = 0; i < record.coefficients.size(); ++i)
    if (record.coefficients[i].dof == ringing.dof) out.coefficients.push_back(i);
  const std::size_t coefficients = out.coefficients.size(), known = ringing.end - ringing.from;
  if (coefficients == 0) return out;
  out.begin = ringing.from;
  for (std::size_t n = ringing.from; n < ringing.end; ++n)
    for (const std::size_t i : out.coefficients)
      out.values.push_back(static_cast<double>(record.coefficient(i)[n]));
  const DampedTail tail(out.values, coefficients, ringing.most_rates);

  // From what was recorded to what continues it, over the last third.
  const std::size_t blend = known / 3;
  std::vector<double> told(blend * coefficients);
  tail.evaluate(known - blend, told);
  double error = 0;
  for (std::size_t n = 0; n < blend; ++n) {
    const double u = static_cast<double>(n + 1) / static_cast<double>(blend + 1);
    for (std::size_t c = 0; c < coefficients; ++c) {
      double& value = out.values[(known - blend + n) * coefficients + c];
      const double difference = told[n * coefficients + c] - value;
      error += difference * difference;
      value += (0.5 - 0.5 * std::cos(kPi * u)) * difference;
    }
  }
  const auto windows = static_cast<double>(blend) / static_cast<double>(bound.window);
  const std::size_t last = std::min(known, bound.window) * coefficients;
  out.tail = energy({out.values.end() - static_cast<std::ptrdiff_t>(last), out.values.end()}) /
             ringing.strongest;
  if (error <= windows * ringing.allowed) {
    told.resize(bound.window * coefficients);
    for (std::size_t at = ringing.end;
         out.tail > bound.tail_energy && at + bound.window <= bound.longest; at += bound.window) {
      throw_if_interrupted();
      tail.evaluate(at - ringing.from, told);
      out.values.insert(out.values.end(), told.begin(), told.end());
      out.tail = energy(told) / ringing.strongest;
    }
  }
  fade(out.values, coefficients, bound.window);
  return out;
}

}  // namespace

double continue_ringing(PulseRecord& record, const std::vector<RingingDof>& ringing,
                        const TailBound& bound) {
  std::vector<Continued> all(ringing.size());
  parallel_for(ringing.size(),
               [&](std::size_t i) { all[i] = continued(record, ringing[i], bound); });
  auto samples = static_cast<std::size_t>(record.samples);
  double tail = 0;
  for (const Continued& c : all) {
    if (c.coefficients.empty()) continue;
    samples = std::max(samples, c.begin + c.values.size() / c.coefficients.size());
    tail = std::max(tail, c.tail);
  }
  std::vector<float> values(record.coefficients.size() * samples, 0.0f);
  for (std::size_t i = 0; i < record.coefficients.size(); ++i)
    std::copy_n(record.coefficient(i), record.samples,
                values.begin() + static_cast<long>(i * samples));
  for (const Continued& c : all)
    for (std::size_t k = 0; k < c.coefficients.size(); ++k)
      for (std::size_t n = 0; n < c.values.size() / c.coefficients.size(); ++n)
        values[c.coefficients[k] * samples + c.begin + n] =
            static_cast<float>(c.values[n * c.coefficients.size() + k]);
  record.values = std::move(values), record.samples = static_cast<int>(samples);
  return tail;
}

}  // namespace peal
