// Table B.1 and Tables 6.2 to 6.4: a funnel of cloth 10 cm above a container, one family of scenes.
// Table B.1 as it was recorded: the funnel is filled at rest and then opened, the container empty
// or with grains at rest in it. Samples 43 to 57 as the thesis simulated them: the grains hang
// above the mouth of the open funnel; collisions of grains, the container alone, and both.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/constants.h"
#include "base/fft.h"
#include "base/files/atomic_file.h"
#include "render/render.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "tools/studies/marko/marko_parts.h"
#include "tools/studies/marko/marko_pour_scenes.h"
#include "tools/studies/study_table.h"

namespace peal::marko {
namespace {

struct Heard {
  double level = 0, peak = 0;   // [dB SPL] over the whole time
  std::map<int, double> bands;  // IEC 61260 number => [dB SPL]
  std::int64_t hits = 0;
};

constexpr int kLowestBand = 20, kHighestBand = 43;  // 100 Hz .. 20 kHz

std::map<int, double> third_octaves(const std::vector<float>& samples, double rate) {
  const RealFft fft(fft_length(std::max<std::size_t>(samples.size(), 2)));
  std::vector<double> padded(fft.length(), 0.0);
  std::copy(samples.begin(), samples.end(), padded.begin());
  std::vector<std::complex<double>> bins(fft.bins());
  fft.forward(padded, bins);
  std::map<int, double> energy;
  for (std::size_t k = 1; k + 1 < bins.size(); ++k) {
    const double f = static_cast<double>(k) * rate / static_cast<double>(fft.length());
    energy[static_cast<int>(std::lround(10 * std::log10(f)))] +=
        2 * std::norm(bins[k]) / static_cast<double>(fft.length());
  }
  std::map<int, double> out;
  for (int band = kLowestBand; band <= kHighestBand; ++band)
    out[band] =
        10 * std::log10(std::max(1e-30, energy[band]) / static_cast<double>(samples.size()) /
                        (kReferencePressure * kReferencePressure));
  return out;
}

/// Files in a folder, and figures of the left ear.
Heard render_and_hear(const std::string& text, const std::filesystem::path& folder) {
  const Scene scene =
      parse_scene(text, folder.filename().string() + ".json", source_declarations());
  write_file_atomically(folder.parent_path() / (folder.filename().string() + ".json"), text);
  std::filesystem::create_directories(folder);
  RenderOptions options;
  options.folder = folder, options.quiet = true, options.motion_files = false;
  render(scene, options);
  Heard out;
  options.hear = [&](const PressureSpool& spool) {
    std::vector<float> both(static_cast<std::size_t>(spool.frames()) * spool.channels()), left;
    spool.read(0, both);
    for (std::size_t n = 0; n < both.size(); n += spool.channels()) left.push_back(both[n]);
    out.level = 20 * std::log10(std::max(1e-12, spool.rms(0)) / kReferencePressure);
    out.peak = 20 * std::log10(std::max(1e-12, spool.peak(0)) / kReferencePressure);
    out.bands = third_octaves(left, spool.rate());
  };
  const RenderReport report = render(scene, options);
  for (const Fact& fact : report.facts)
    if (fact.name == "grains.hits") out.hits = std::get<std::int64_t>(fact.value);
  return out;
}

std::vector<std::string> columns(std::vector<std::string> first) {
  for (int band = kLowestBand; band <= kHighestBand; ++band)
    first.push_back(fmt::format("{:.0f} Hz [dB]", std::pow(10, band / 10.0)));
  return first;
}

std::vector<std::string> row(std::vector<std::string> first, const Heard& heard) {
  first.push_back(fmt::format("{}", heard.hits));
  first.push_back(fmt::format("{:.1f}", heard.level));
  first.push_back(fmt::format("{:.1f}", heard.peak));
  for (const auto& [band, level] : heard.bands) first.push_back(fmt::format("{:.1f}", level));
  return first;
}

/// Without the third octaves, which are in the CSV file.
std::string narrow(StudyTable table, std::size_t width) {
  table.columns.resize(width);
  for (auto& one : table.rows) one.resize(width);
  return table.markdown();
}

std::string counts(const ReproduceOptions& options) {
  return options.quick ? "50 grains, 0.5 s" : "500 grains, 1.5 s";
}

}  // namespace

std::string make_table_b1(const ReproduceOptions& options) {
  StudyTable table;
  table.columns = columns(
      {"recording", "grains", "container", "it is", "hits", "level [dB SPL]", "peak [dB SPL]"});
  const std::filesystem::path folder = options.folder / "tableB1";
  std::filesystem::create_directories(folder);
  for (const Pour& pour : recordings()) {
    const Heard heard =
        render_and_hear(scene_text(pour, options.quick ? 50 : 500, options.quick ? 0.5 : 1.5),
                        folder / file_of(pour));
    table.rows.push_back(row({fmt::format("{}", pour.number), kPoured[pour.material].name,
                              kContainers[pour.container].name, pour.full ? "full" : "empty"},
                             heard));
  }
  write_file_atomically(options.folder / "tableB1.csv", table.csv());
  return fmt::format(
      "## Table B.1: what was recorded, rendered\n\n{}; the funnel is filled at rest and opened at "
      "0.05 s. Each row has its scene, sound and picture in `tableB1`, third octaves are in "
      "`tableB1.csv`. Plastic discs are balls of the same mass.\n\n{}\n",
      counts(options), narrow(table, 7));
}

std::string make_table_62(const ReproduceOptions& options) {
  StudyTable table;
  table.columns = columns({"sample", "grains", "heard", "hits", "level [dB SPL]", "peak [dB SPL]"});
  const std::filesystem::path folder = options.folder / "table62";
  std::filesystem::create_directories(folder);
  int sample = 43;
  for (const int material : {1, 2, 4}) {
    const auto heard = [&](int container, const char* part, const char* source, const char* mix) {
      const Pour pour{sample, material, container, false, true};
      const std::string text =
          scene_text(pour, options.quick ? 50 : 500, options.quick ? 0.5 : 1.5, source, mix);
      table.rows.push_back(row({fmt::format("{}", sample), kPoured[material].name, part},
                               render_and_hear(text, folder / fmt::format("{}", sample))));
      ++sample;
    };
    const char* pairs = R"({"kind": "grain", "clicks": "pairs"})";
    const char* silent = R"({"kind": "grain", "clicks": "none"})";
    const char* both = R"({"kind": "grain"})";
    heard(0, "granular", pairs, R"({"objects": {"container": {"mute": true}}})");
    heard(0, "ceramic", silent, "{}");
    heard(1, "metal", silent, "{}");
    heard(0, "granular + ceramic", both, "{}");
    heard(1, "granular + metal", both, "{}");
  }
  write_file_atomically(options.folder / "table62.csv", table.csv());
  return fmt::format(
      "## Tables 6.2 to 6.4: samples 43 to 57\n\n{}, hanging above the open funnel as in the "
      "thesis. Scenes, sounds and pictures are in `table62`, third octaves in "
      "`table62.csv`.\n\n{}\n",
      counts(options), narrow(table, 6));
}

}  // namespace peal::marko
