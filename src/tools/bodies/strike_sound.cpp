#include "tools/bodies/strike_sound.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "render/render.h"
#include "scene/load.h"
#include "scene/material_json.h"
#include "sources/kinds.h"
#include "tools/bodies/json_values.h"

namespace peal {
namespace {

/// The scene that a person would write to hear the strike; it is rendered like any other.
std::string strike_scene(const ModesStudy& study, const BodyText& body, double given_seconds) {
  using Json = nlohmann::ordered_json;
  const Material& m = study.request.material;
  double longest = 0;
  for (const ModeLine& mode : study.modes) longest = std::max(longest, mode.t60);
  const double seconds = given_seconds > 0 ? given_seconds : std::clamp(longest, 0.5, 6.0);
  Json object{{"name", "body"},
              {"shape", Json::parse(body.shape_json())},
              {"material", "own"},
              {"position", {0, 0, 0}},
              {"static", true},
              {"quality", body.quality},
              {"max_frequency", study.request.max_frequency},
              {"max_modes", study.request.max_modes}};
  for (const FixedBox& box : study.request.fixed_boxes)
    object["fixed"].push_back({{"min", vector_json(box.min)}, {"max", vector_json(box.max)}});
  return Json{{"peal", 1},
              {"name", "strike"},
              {"duration", seconds},
              {"listeners",
               {{{"name", "ear"}, {"kind", "mono"}, {"position", vector_json(study.listener)}}}},
              {"materials", {{"own", material_json(m)}}},
              {"objects", {object}},
              {"sources",
               {{{"kind", "strike"},
                 {"object", "body"},
                 {"time", 0.05},
                 {"point", vector_json(study.point)},
                 {"direction", vector_json(study.direction)},
                 {"impulse", study.impulse},
                 {"duration", study.duration}}}},
              {"output", {{"level", "normalised"}}}}
      .dump(2);
}

}  // namespace

StrikeSound write_strike_sound(const StrikeSoundRequest& request, const ModesStudy& study) {
  if (study.model.omega.empty())
    fail("--wav: it would be silent: the lowest mode of {} is at {:.0f} Hz; raise --to", study.name,
         study.model.lowest_frequency);
  const Scene scene = parse_scene(strike_scene(study, request.body, request.seconds), "strike",
                                  source_declarations(), ".");
  RenderOptions options;
  options.folder = request.parts();
  options.quiet = request.quiet;
  options.cache = request.cache;
  struct Remove {
    std::filesystem::path folder;
    ~Remove() {
      std::error_code ignored;
      std::filesystem::remove_all(folder, ignored);
    }
  } remove{options.folder};
  const RenderReport report = render(scene, options);
  std::filesystem::rename(report.listeners[0].file, request.wav);
  std::filesystem::rename(report.listeners[0].picture, request.picture());
  return {report.duration, report.listeners[0].written.peak_db_spl,
          report.listeners[0].written.comment};
}

}  // namespace peal
