#include "emission/tape_pool.h"

#include "emission/cloud_tape.h"
#include "emission/ensemble.h"

namespace peal {
namespace {

class TapeCloud final : public SourceCloud {
 public:
  TapeCloud(std::shared_ptr<const ChunkFile> tape, std::string name, int object, double rate,
            int mechanism, double gain, const PoseTrack& track)
      : tape_(std::move(tape)),
        name_(std::move(name)),
        object_(object),
        rate_(rate),
        share_{mechanism, true},
        gain_(static_cast<float>(gain)),
        track_(&track) {}

  const std::string& name() const override { return name_; }
  int object() const override { return object_; }
  MixShare share() const override { return share_; }
  double rate() const override { return rate_; }
  const PoseTrack& track() const override { return *track_; }

  void emit(std::int64_t first, CloudBlock& block) override {
    if (!tape_ || gain_ == 0) return block.clear(0);
    if (read_cloud(*tape_, object_, first, block))
      elements_ = static_cast<std::int64_t>(block.elements());
    if (gain_ == 1) return;
    for (std::size_t e = 0; e < block.elements(); ++e)
      for (int n = 0; n < 4 * CloudBlock::kSamples; ++n) block.monopole(e)[n] *= gain_;
  }

  EmitterReport report(double) const override {
    EmitterReport out;
    if (elements_ > 0) out.facts = {{"elements", elements_}};
    if (elements_ == 0) out.silent_because = "its motion is not on a tape";
    return out;
  }

 private:
  std::shared_ptr<const ChunkFile> tape_;
  std::string name_;
  int object_;
  double rate_;
  MixShare share_;
  float gain_;
  const PoseTrack* track_;
  std::int64_t elements_ = 0;
};

}  // namespace

void TapePool::want(int object, const std::string& name, double rate, int mechanism, double gain) {
  wanted_.push_back({object, name, rate, mechanism, gain});
}

std::vector<std::string> TapePool::names() const {
  std::vector<std::string> out;
  for (const Wanted& wanted : wanted_) out.push_back(wanted.name);
  return out;
}

void TapePool::prepare(BodySounds&, Ensemble& ensemble, const PrepareWatch&) {
  for (const Wanted& w : wanted_)
    ensemble.add(std::unique_ptr<SourceCloud>(std::make_unique<TapeCloud>(
        tape_, w.name, w.object, w.rate, w.mechanism, w.gain, ensemble.track(w.object))));
}

}  // namespace peal
