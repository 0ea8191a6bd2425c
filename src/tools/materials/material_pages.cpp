#include "tools/materials/material_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/schema/suggest.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/materials/material_words.h"

namespace peal {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

const MaterialSource& source_of(const SourceNote& note) {
  const auto& sources = material_sources();
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const MaterialSource& s) { return s.key == note.source; });
  if (found == sources.end()) fail("the material library has no source '{}'", note.source);
  return *found;
}

constexpr double kShownFrequencies[] = {200, 1000, 5000};  // [Hz]

/// "12.3" GPa, "0.003" GPa
std::string gigapascals(double pascals) { return fmt::format("{:.3g}", pascals / 1e9); }
/// "0.0002, 2e-05 to 0.0006"
std::string loss_range(const LibraryMaterial& entry) {
  return fmt::format("{:.2g} to {:.2g}", entry.loss.low, entry.loss.high);
}
std::string seconds(const Material& m, double frequency) {
  const double t60 = t60_at(m.damping, frequency);
  return t60 < 99.5 ? fmt::format("{:.2g}", t60) : fmt::format("{:.0f}", t60);
}

/// Calls use(entry, first of its group).
template <class Use>
void each_grouped(Use&& use) {
  const std::string* group = nullptr;
  for (const LibraryMaterial& entry : material_library()) {
    use(entry, !group || *group != entry.group);
    group = &entry.group;
  }
}

}  // namespace

std::string material_table_text() {
  constexpr const char* kRow = "{:<16} {:>7} {:>6} {:>8} {:>7} {:>8} {:>7} {:>7} {:>8} {:>8}\n";
  std::string text =
      fmt::format(kRow, "", "E", "nu", "density", "speed", "loss", "T60", "T60", "restit.",
                  "friction") +
      fmt::format(kRow, "", "GPa", "", "kg/m^3", "m/s", "1 kHz", "1 kHz", "5 kHz", "", "");
  each_grouped([&](const LibraryMaterial& entry, bool first) {
    const Material& m = entry.material;
    if (first) text += fmt::format("\n{}\n", entry.group);
    text += fmt::format(kRow, m.name, gigapascals(m.young), m.poisson, m.density,
                        fmt::format("{:.0f}", bar_speed(m)),
                        fmt::format("{:.1e}", m.damping.loss_factor), seconds(m, 1000),
                        seconds(m, 5000), m.restitution, m.friction);
  });
  return text +
         "\nspeed: of sound along a thin bar. loss: factor of the material alone; T60: seconds in "
         "which a mode\nfalls by 60 dB by it; air and, in metal sheet, heat flow shorten that. "
         "`peal "
         "materials NAME` says\nwhere the numbers come from.\n";
}

std::string material_text(const std::string& name) {
  const LibraryMaterial* entry = find_library_material(name);
  if (!entry) {
    const std::string meant = material_suggestion(name);
    fail("there is no material '{}'{}; `peal materials` lists them", shown(name),
         meant.empty() ? suggestion(name, material_names()) : meant);
  }
  const Material& m = entry->material;
  std::string text = fmt::format("{}: {}\n", m.name, entry->description);
  const auto row = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<16}{}\n", what, value);
  };
  row("group", entry->group);
  if (!entry->aliases.empty()) row("other names", joined(entry->aliases));
  row("young", fmt::format("{} GPa", gigapascals(m.young)));
  if (m.young_across > 0) row("young across", fmt::format("{} GPa", gigapascals(m.young_across)));
  row("poisson", fmt::format("{}", m.poisson));
  row("density", fmt::format("{} kg/m^3", m.density));
  row("speed in a bar", fmt::format("{:.0f} m/s", bar_speed(m)));
  row("loss factor",
      fmt::format("{:.2g} at 1 kHz, pieces {}", m.damping.loss_factor, loss_range(*entry)));
  if (m.damping.exponent != 0)
    row("loss exponent", fmt::format("{}: times {:.2g} per decade of frequency", m.damping.exponent,
                                     std::pow(10, m.damping.exponent)));
  if (m.thermal != ThermalProperties{})
    row("thermal", fmt::format("expansion {} 1/K, heat capacity {} J/(kg K), conductivity {} "
                               "W/(m K); sheet of 1 mm loses {:.2g} more at 1 kHz",
                               m.thermal.expansion, m.thermal.heat_capacity, m.thermal.conductivity,
                               thermoelastic_loss(m, 1e-3, 1000)));
  row("T60", fmt::format("{} s at 200 Hz, {} s at 1 kHz, {} s at 5 kHz", seconds(m, 200),
                         seconds(m, 1000), seconds(m, 5000)));
  row("restitution", fmt::format("{}", m.restitution));
  row("friction", fmt::format("{}", m.friction));
  text += "Sources\n";
  for (const SourceNote& note : entry->sources) {
    const MaterialSource& source = source_of(note);
    text += fmt::format("  {}: {}\n    {}\n", note.numbers, note.remark, source.title);
    if (!source.address.empty()) text += fmt::format("    {}\n", source.address);
  }
  return text;
}

std::string materials_json() {
  OrderedJson materials = OrderedJson::array(), sources = OrderedJson::object();
  for (const LibraryMaterial& entry : material_library()) {
    const Material& m = entry.material;
    OrderedJson notes = OrderedJson::array();
    for (const SourceNote& note : entry.sources)
      notes.push_back(
          {{"numbers", note.numbers}, {"source", note.source}, {"remark", note.remark}});
    OrderedJson times = OrderedJson::array();
    for (const double frequency : kShownFrequencies)
      times.push_back({frequency, t60_at(m.damping, frequency)});
    materials.push_back({{"name", m.name},
                         {"group", entry.group},
                         {"description", entry.description},
                         {"other_names", entry.aliases},
                         {"young", m.young},
                         {"young_across", m.young_across > 0 ? m.young_across : m.young},
                         {"poisson", m.poisson},
                         {"density", m.density},
                         {"loss_factor", m.damping.loss_factor},
                         {"loss_exponent", m.damping.exponent},
                         {"loss_range", {entry.loss.low, entry.loss.high}},
                         {"thermal",
                          {{"expansion", m.thermal.expansion},
                           {"heat_capacity", m.thermal.heat_capacity},
                           {"conductivity", m.thermal.conductivity}}},
                         {"restitution", m.restitution},
                         {"friction", m.friction},
                         {"bar_speed", bar_speed(m)},
                         {"t60", times},
                         {"sources", notes}});
  }
  for (const MaterialSource& source : material_sources())
    sources[source.key] = {
        {"title", source.title}, {"address", source.address}, {"seen", source.seen}};
  return OrderedJson{{"materials", materials}, {"sources", sources}}.dump(2) + "\n";
}

std::string material_words_json() {
  std::string text = "{\"names\": {";
  const auto rows = [&](const auto& all, const auto& key, const auto& list) {
    bool first = true;
    for (const auto& entry : all) {
      text += fmt::format("{}\n  {}: {}", first ? "" : ",", OrderedJson(key(entry)).dump(),
                          OrderedJson(list(entry)).dump());
      first = false;
    }
  };
  rows(
      material_library(), [](const LibraryMaterial& e) { return e.material.name; },
      [](const LibraryMaterial& e) { return e.aliases; });
  text += "},\n\"words\": {";
  rows(
      everyday_words(), [](const EverydayWord& e) { return e.word; },
      [](const EverydayWord& e) { return e.materials; });
  return text + "}}\n";
}

std::string materials_reference() {
  std::string page =
      "# Material library\n\n<!-- Made by `peal materials --reference` from src/physics/elastic. "
      "-->\n\n"
      "What the numbers mean and how they were chosen: [Materials](../materials.md). Loss "
      "factors are those of the material alone at 1 kHz, typical and from low to high; T60 follows "
      "from the typical one. Air and, in metal sheet, heat flow come on top.\n";
  each_grouped([&](const LibraryMaterial& entry, bool first) {
    const Material& m = entry.material;
    if (first) {
      std::string title = entry.group;
      title[0] = static_cast<char>(title[0] - 'a' + 'A');
      page += fmt::format(
          "\n## {}\n\n| name | E [GPa] | nu | density [kg/m^3] | speed in a bar [m/s] | loss "
          "factor | "
          "low to high | exponent | T60 200 Hz, 1 kHz, 5 kHz [s] | restitution | friction |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|\n",
          title);
    }
    page += fmt::format(
        "| `{}` | {} | {} | {} | {:.0f} | {:.2g} | {} | {} | {}, {}, {} | {} | {} |\n", m.name,
        m.young_across > 0
            ? fmt::format("{}, across {}", gigapascals(m.young), gigapascals(m.young_across))
            : gigapascals(m.young),
        m.poisson, m.density, bar_speed(m), m.damping.loss_factor, loss_range(entry),
        m.damping.exponent, seconds(m, 200), seconds(m, 1000), seconds(m, 5000), m.restitution,
        m.friction);
  });
  page += "\n## Where the numbers come from\n";
  for (const LibraryMaterial& entry : material_library()) {
    page += fmt::format(
        "\n**{}**: {}{}\n\n", entry.material.name, entry.description,
        entry.aliases.empty() ? "" : fmt::format(" Other names: {}.", joined(entry.aliases)));
    for (const SourceNote& note : entry.sources)
      page += fmt::format("- {}: {} [{}]\n", note.numbers, note.remark, note.source);
  }
  page += "\n## Sources\n\n| key | source | read |\n|---|---|---|\n";
  for (const MaterialSource& source : material_sources())
    page +=
        fmt::format("| {} | {} | {} |\n", source.key,
                    source.address.empty() ? source.title
                                           : fmt::format("[{}]({})", source.title, source.address),
                    source.seen ? "yes" : "no");
  return page;
}

}  // namespace peal
