#include "render/report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "render/full_scale.h"

namespace peal {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson number_or_null(double x) {
  return std::isfinite(x) ? OrderedJson(x) : OrderedJson(nullptr);
}

double db_spl(double pa) { return 20 * std::log10(pa / kReferencePressure); }

OrderedJson listener_json(const ListenerReport& listener) {
  OrderedJson out{
      {"name", listener.name},
      {"file", listener.file.filename().string()},
      {"picture", listener.picture.empty() ? OrderedJson(nullptr)
                                           : OrderedJson(listener.picture.filename().string())},
      {"format", name_of(listener.written.container)},
      {"channels", listener.channels},
      {"rate_hz", listener.rate},
      {"frames", listener.written.frames},
      {"level", listener.level},
      {"sample_value_per_pascal", listener.written.gain},
      {"calibration", listener.written.comment},
      {"peak_pa", listener.written.peak_pa},
      {"peak_db_spl", number_or_null(listener.written.peak_db_spl)},
      {"rms_db_spl", number_or_null(db_spl(listener.rms_pa))},
      {"samples_beyond_full_scale", listener.written.clipped_samples}};
  if (listener.written.clipped_samples > 0)
    out["beyond_full_scale_db"] = decibels_over(listener.written);
  if (!listener.silent_because.empty()) out["silent_because"] = listener.silent_because;
  if (!listener.stems.empty()) out["stems"] = listener.stems;
  return out;
}

void put(OrderedJson& out, const Fact& fact) {
  const std::size_t dot = fact.name.find('.');
  OrderedJson& place = dot == std::string::npos
                           ? out[fact.name]
                           : out[fact.name.substr(0, dot)][fact.name.substr(dot + 1)];
  std::visit([&](const auto& value) { place = value; }, fact.value);
}

OrderedJson object_json(const ObjectReport& object) {
  OrderedJson out{{"name", object.name}, {"moves", object.moves}};
  for (const Fact& fact : object.facts) put(out, fact);
  if (!object.silent_because.empty()) out["silent_because"] = object.silent_because;
  return out;
}

}  // namespace

std::string peal_version() { return PEAL_VERSION; }

std::string to_json(const RenderReport& report) {
  OrderedJson out{{"peal", peal_version()},   {"scene", report.scene},
                  {"file", report.file},      {"scene_hash", report.scene_hash},
                  {"seed", report.seed},      {"duration_s", report.duration},
                  {"threads", report.threads}};
  out["listeners"] = OrderedJson::array();
  for (const ListenerReport& listener : report.listeners)
    out["listeners"].push_back(listener_json(listener));
  if (report.floor) {
    const FloorReport& floor = *report.floor;
    out["floor"] = {{"height_m", floor.height},   {"material", floor.material},
                    {"kind", floor.kind},         {"reflection", floor.reflection},
                    {"covering", floor.covering}, {"reflection_is", floor.reflection_is}};
  }
  out["motion"] = report.motion;
  out["impacts"] = report.impacts;
  for (const Fact& fact : report.facts) put(out, fact);
  out["objects"] = OrderedJson::array();
  out["moving_but_silent"] = OrderedJson::array();
  for (const ObjectReport& object : report.objects) {
    out["objects"].push_back(object_json(object));
    if (object.moves && !object.silent_because.empty())
      out["moving_but_silent"].push_back(
          OrderedJson{{"name", object.name}, {"because", object.silent_because}});
  }
  out["seconds"] = OrderedJson::object();
  double total = 0;
  for (const StageTime& stage : report.stages) {
    out["seconds"][stage.stage] = std::round(stage.seconds * 1e4) / 1e4;
    total += stage.seconds;
  }
  out["seconds"]["total"] = std::round(total * 1e4) / 1e4;
  out["warnings"] = report.warnings;
  return out.dump(2) + "\n";
}

}  // namespace peal
