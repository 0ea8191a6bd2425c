#include "render/stems.h"

#include <set>

#include "render/full_scale.h"
#include "render/result_names.h"
#include "render/result_sound.h"
#include "scene/mix.h"

namespace peal {

double mix_gain(const Scene& scene, const std::string& emitter) {
  return master_gain(scene) * object_gain(scene, emitter);
}

std::vector<Stem> stems_of(const Scene& scene, const Ensemble& ensemble) {
  std::vector<Stem> stems;
  std::set<std::string> known;
  const StemNames names(scene);
  const auto add_object = [&](const Emitter& emitter) {
    const std::string name = names.of(emitter.name());
    if (!known.insert(name).second) return;
    stems.push_back({name, scene, [name, names, &scene](const std::string& emitted) {
                       return names.of(emitted) == name ? mix_gain(scene, emitted) : 0;
                     }});
  };
  if (scene.output.stems == Stems::objects || scene.output.stems == Stems::groups) {
    for (const auto& emitter : ensemble.points()) add_object(*emitter);
    for (const auto& emitter : ensemble.bursts()) add_object(*emitter);
  }
  if (scene.output.stems == Stems::mechanisms)
    for (const SourceSpec& source : scene.sources) {
      if (!known.insert(source.kind).second) continue;
      Stem stem{source.kind, scene,
                [&scene](const std::string& emitted) { return mix_gain(scene, emitted); }};
      std::erase_if(stem.scene.sources,
                    [&](const SourceSpec& other) { return other.kind != source.kind; });
      stems.push_back(std::move(stem));
    }
  return stems;
}

void write_stems(const StemsRequest& request, BodySounds& sounds, PassTimes& times,
                 RenderReport& report) {
  const Scene& scene = *request.scene;
  std::vector<std::vector<WrittenStem>> written(scene.listeners.size());
  for (const Stem& stem : stems_of(scene, *request.ensemble)) {
    const PassResult pass = run_pass({&stem.scene, request.take, "stem " + stem.name, stem.gain},
                                     *request.options, sounds, times);
    Stopwatch watch(times.write);
    for (std::size_t i = 0; i < pass.recorders.size(); ++i) {
      OutputSettings output = scene.output;
      output.level = LevelMode::calibrated;
      output.full_scale = 1 / report.listeners[i].written.gain;
      const auto path = request.options->folder / sound_name(scene, scene.listeners[i], stem.name);
      const std::string file = path.filename().string();
      const PressureSpool& spool = pass.recorders[i]->spool();
      written[i].push_back({file, write_audio(spool, path, output, kWavLimit, label_of(scene))});
      ListenerReport& listener = report.listeners[i];
      listener.stems.push_back(file);
      if (request.options->pictures)
        write_picture(request.options->folder / picture_name(scene.listeners[i], stem.name),
                      scene.name + " / " + listener.name + " / " + stem.name, spool,
                      *request.options, listener.scale);
    }
  }
  for (std::size_t i = 0; i < written.size(); ++i)
    if (std::string text =
            stems_beyond_full_scale(scene.listeners[i].name, written[i], scene.output);
        !text.empty())
      report.warnings.push_back(std::move(text));
}

}  // namespace peal
