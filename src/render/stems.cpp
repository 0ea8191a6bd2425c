#include "render/stems.h"

#include <algorithm>

#include "base/interrupt.h"
#include "base/progress.h"
#include "render/full_scale.h"
#include "render/result_names.h"
#include "render/result_sound.h"
#include "scene/mix.h"

namespace peal {

StemPlan::StemPlan(const Scene& scene, Ensemble& ensemble) : scene_(&scene) {
  if (scene.output.stems == Stems::none) return;
  if (scene.output.stems == Stems::mechanisms) {
    for (const SourceSpec& source : scene.sources) {
      const auto number = static_cast<std::size_t>(ensemble.mechanism(source.kind));
      kinds_.resize(std::max(kinds_.size(), number + 1));
      kinds_[number] = source.kind;
      add(source.kind);
    }
    return;
  }
  ensemble.emitters().for_each([&](const Emitter& emitter) { add(stem_of(emitter)); });
}

void StemPlan::add(const std::string& name) {
  if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
}

std::string StemPlan::stem_of(const Emitter& emitter) const {
  if (scene_->output.stems != Stems::mechanisms) return StemNames(*scene_).of(emitter.name());
  const int mechanism = emitter.share().mechanism;
  return mechanism < 0 ? "" : kinds_.at(static_cast<std::size_t>(mechanism));
}

Sends StemPlan::sends(const Emitter& emitter) const {
  Sends sends{master_gain(*scene_) * object_gain(*scene_, emitter.name()), {}};
  if (emitter.share().in_mix) sends.mixes.push_back(0);
  if (names_.empty()) return sends;
  const auto stem = std::find(names_.begin(), names_.end(), stem_of(emitter));
  if (stem != names_.end()) sends.mixes.push_back(static_cast<int>(stem - names_.begin()) + 1);
  return sends;
}

void write_stems(const Scene& scene, const RenderOptions& options,
                 const std::vector<std::string>& names,
                 const std::vector<std::vector<std::unique_ptr<Recorder>>>& recorders,
                 RenderReport& report) {
  if (names.empty()) return;
  Progress progress("stems", names.size() * scene.listeners.size(), {options.quiet});
  for (std::size_t i = 0; i < scene.listeners.size(); ++i) {
    ListenerReport& listener = report.listeners[i];
    OutputSettings output = scene.output;
    output.level = LevelMode::calibrated;
    output.full_scale = 1 / listener.written.gain;
    std::vector<WrittenStem> written;
    for (std::size_t s = 0; s < names.size(); ++s) {
      throw_if_interrupted();
      const auto path = options.folder / sound_name(scene, scene.listeners[i], names[s]);
      const PressureSpool& spool = recorders[s + 1][i]->spool();
      written.push_back(
          {path.filename().string(), write_audio(spool, path, output, kWavLimit, label_of(scene))});
      listener.stems.push_back(written.back().file);
      if (options.pictures)
        write_picture(options.folder / picture_name(scene.listeners[i], names[s]),
                      scene.name + " / " + listener.name + " / " + names[s], spool, options,
                      listener.scale);
      progress.tick();
    }
    if (std::string text = stems_beyond_full_scale(listener.name, written, scene.output);
        !text.empty())
      report.warnings.push_back(std::move(text));
  }
  progress.finish();
}

}  // namespace peal
