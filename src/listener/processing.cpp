#include "listener/processing.h"

#include <cmath>

#include "base/interrupt.h"
#include "listener/compressor.h"
#include "listener/reverb.h"

namespace peal {
namespace {

constexpr std::size_t kProcessedFrames = 16384;

/// The sound through one effect, which has process(span<float>).
template <class Effect>
std::unique_ptr<PressureSpool> through(const PressureSpool& spool, Effect effect,
                                       const std::filesystem::path& folder) {
  auto out = std::make_unique<PressureSpool>(folder, spool.rate(), spool.channels());
  const auto read = spool.reader();
  std::vector<float> block(kProcessedFrames * spool.channels());
  while (const std::size_t frames = read(block)) {
    throw_if_interrupted();
    const auto samples = std::span(block).first(frames * spool.channels());
    effect.process(samples);
    out->append(samples);
  }
  return out;
}

}  // namespace

std::unique_ptr<PressureSpool> processed(const PressureSpool& spool, const OutputSettings& output,
                                         const std::filesystem::path& folder) {
  std::unique_ptr<PressureSpool> made;
  if (spool.frames() == 0 || spool.peak() == 0) return made;
  if (const auto& room = output.reverb)
    made = through(spool, Reverb(spool.rate(), spool.channels(), room->time, room->level), folder);
  if (const auto& held = output.compress) {
    const PressureSpool& whole = made ? *made : spool;
    const double threshold = whole.peak() * std::pow(10, held->threshold / 20);
    made = through(whole,
                   Compressor(whole.rate(), whole.channels(), threshold, held->ratio, held->attack,
                              held->release),
                   folder);
  }
  return made;
}

}  // namespace peal
