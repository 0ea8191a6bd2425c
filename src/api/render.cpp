#include "render/render.h"

#include <algorithm>

#include "api/boundary.h"
#include "base/files/temporary_folder.h"
#include "listener/pressure_spool.h"
#include "scene/choose_quality.h"

namespace peal::renderer {
namespace {

/// The scene with what the options say instead.
peal::Scene changed(const Scene& given, const RenderOptions& options) {
  peal::Scene scene = given.data().scene;
  if (const auto level = level_of(options.quality)) choose_quality(scene, *level);
  if (options.duration && !(*options.duration > 0 && *options.duration < 1e9))
    fail("duration: expected > 0 s, got {}", *options.duration);
  scene.duration = options.duration.value_or(scene.duration);
  scene.seed = options.seed.value_or(scene.seed);
  if (!options.travel_time)
    for (ListenerSpec& listener : scene.listeners) listener.travel_time = false;
  OutputSettings& output = scene.output;
  if (options.level != Level::of_scene)
    output.level =
        options.level == Level::calibrated ? LevelMode::calibrated : LevelMode::normalised;
  output.full_scale = options.full_scale.value_or(output.full_scale);
  switch (options.stems) {
    case Stems::of_scene:
      break;
    case Stems::none:
      output.stems = peal::Stems::none;
      break;
    case Stems::objects:
      output.stems = peal::Stems::objects;
      break;
    case Stems::groups:
      output.stems = peal::Stems::groups;
      break;
    case Stems::mechanisms:
      output.stems = peal::Stems::mechanisms;
      break;
  }
  return scene;
}

peal::RenderOptions options_of(const RenderOptions& options) {
  constexpr double kShortestBlock = 1e-4, kLongestBlock = 60;  // [s]
  if (!(options.block >= kShortestBlock && options.block <= kLongestBlock))
    fail("block: expected {} to {} s, got {}", kShortestBlock, kLongestBlock, options.block);
  peal::RenderOptions out;
  out.cache = options.cache;
  out.block = options.block;
  out.take = options.take;
  return out;
}

RenderResult result_of(const RenderReport& report) {
  RenderResult out;
  out.duration = report.duration;
  for (const ListenerReport& from : report.listeners) {
    ListenerResult& to = out.listeners.emplace_back();
    to.name = from.name;
    to.rate = static_cast<int>(from.rate);
    to.channels = from.channels;
    to.peak = from.written.peak_pa, to.rms = from.rms_pa;
    to.peak_db_spl = from.written.peak_db_spl;
    to.silent_because = from.silent_because;
    to.file = from.file, to.picture = from.picture;
    to.stems = from.stems;
    to.gain = from.written.gain;
    to.clipped = from.written.clipped_samples;
    to.comment = from.written.comment;
  }
  for (const ObjectReport& from : report.objects) {
    ObjectResult& to = out.objects.emplace_back();
    to.name = from.name, to.moves = from.moves, to.silent_because = from.silent_because;
    for (const peal::Fact& fact : from.facts) to.facts.push_back({fact.name, fact.value});
  }
  out.impacts = report.impacts;
  out.motion = report.motion;
  out.warnings = report.warnings;
  return out;
}

}  // namespace

std::optional<MeshLevel> level_of(Quality quality) {
  switch (quality) {
    case Quality::draft:
      return MeshLevel::draft;
    case Quality::normal:
      return MeshLevel::normal;
    case Quality::fine:
      return MeshLevel::fine;
    case Quality::of_scene:
      break;
  }
  return {};
}

RenderResult render(const Scene& scene, const RenderOptions& options) {
  return within(options.watch, [&] {
    const TemporaryFolder folder;
    peal::RenderOptions to_memory = options_of(options);
    to_memory.folder = folder.path();
    std::vector<std::vector<float>> samples;
    to_memory.hear = [&](const PressureSpool& spool) {
      std::vector<float>& all = samples.emplace_back();
      all.resize(static_cast<std::size_t>(spool.frames()) * spool.channels());
      spool.read(0, all);
    };
    peal::Scene heard = changed(scene, options);
    heard.output.stems = peal::Stems::none;
    RenderResult result = result_of(peal::render(heard, to_memory));
    for (std::size_t i = 0; i < samples.size(); ++i)
      result.listeners[i].samples = std::move(samples[i]);
    return result;
  });
}

RenderResult render_to_folder(const Scene& scene, const std::filesystem::path& folder,
                              const RenderOptions& options) {
  return within(options.watch, [&] {
    peal::RenderOptions to_files = options_of(options);
    to_files.folder = folder;
    to_files.pictures = options.pictures;
    if (options.picture_levels)
      to_files.levels = LevelRange{options.picture_levels->first, options.picture_levels->second};
    if (to_files.levels) check_level_range(*to_files.levels, "picture_levels");
    to_files.peak = options.picture_peak;
    to_files.motion_files = options.motion_files;
    to_files.simulate_anew = options.simulate_anew;
    to_files.checkpoint_every = options.checkpoint_every;
    if (options.add_result)
      to_files.add_result = [&](const std::filesystem::path& staging, const RenderReport& report) {
        try {
          options.add_result(staging, result_of(report));
        } catch (const peal::Error&) {
          throw;
        } catch (const std::exception& error) {  // the other results take their places all the same
          fail("{}", error.what());
        }
      };
    return result_of(peal::render(changed(scene, options), to_files));
  });
}

}  // namespace peal::renderer
