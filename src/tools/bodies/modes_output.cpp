// The study of a body's modes as table, JSON, CSV and pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/bodies/body_picture.h"
#include "io/plot/spectrum_picture.h"
#include "physics/geometry/shape_rules.h"
#include "tools/bodies/json_values.h"
#include "tools/bodies/modes_study.h"

namespace peal {
namespace {

/// Rounding errors are shown as the zero that they stand for.
std::string place(const Vec3& v) {
  const auto one = [](double x) { return std::abs(x) < 1e-9 ? 0.0 : x; };
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", one(v.x), one(v.y), one(v.z));
}

[[noreturn]] void nothing_to_draw(const ModesStudy& study) {
  fail(
      "there are no modes to draw; the lowest of {} is at {:.0f} Hz: choose --from and --to around "
      "it",
      study.name, study.model.lowest_frequency);
}

}  // namespace

std::string modes_table(const ModesStudy& study, std::size_t most_rows) {
  const ModalModel& model = study.model;
  std::string text = fmt::format(
      "{} of {}: mass {:.4g} kg, {} surface nodes, {} modes below {:.0f} Hz{}\n", study.name,
      study.request.material.name, model.mass.mass, model.surface.nodes.size(),
      model.modes_below_limit, study.request.max_frequency,
      study.overdamped > 0 ? fmt::format(", {} of them overdamped", study.overdamped) : "");
  text += fmt::format("computed in {:.2f} s{}\n", study.seconds,
                      study.from_cache ? " from stored modes" : "");
  if (study.modes.empty())
    return text +
           fmt::format("no modes to show; the lowest is at {:.1f} Hz\n", model.lowest_frequency);
  text += fmt::format("struck at {} m towards {} with {:.3g} N s in {:.3g} ms, heard at {} m\n\n",
                      place(study.point), place(study.direction), study.impulse,
                      1e3 * study.duration, place(study.listener));
  text += "  mode  frequency [Hz]   T60 [s]   level [dB SPL]\n";
  for (std::size_t i = 0; i < std::min(most_rows, study.modes.size()); ++i) {
    const ModeLine& mode = study.modes[i];
    text += fmt::format("{:6d}{:16.2f}{:10.3f}{:>17}\n", mode.number, mode.frequency, mode.t60,
                        std::isfinite(mode.level) ? fmt::format("{:.1f}", mode.level) : "-");
  }
  if (study.modes.size() > most_rows)
    text += fmt::format("   ... {} more; --all shows them\n", study.modes.size() - most_rows);
  return text;
}

std::string modes_json(const ModesStudy& study) {
  const Material& m = study.request.material;
  nlohmann::ordered_json out{{"body", study.name},
                             {"shape", shape_name(study.request.shape)},
                             {"material",
                              {{"name", m.name},
                               {"young_pa", m.young},
                               {"poisson", m.poisson},
                               {"density_kg_m3", m.density}}},
                             {"mass_kg", study.model.mass.mass},
                             {"volume_m3", study.model.mass.volume},
                             {"centre_of_mass_m", vector_json(study.frame.centre)},
                             {"max_frequency_hz", study.request.max_frequency},
                             {"modes_below_max_frequency", study.model.modes_below_limit},
                             {"lowest_mode_hz", study.model.lowest_frequency},
                             {"overdamped_modes_left_out", study.overdamped},
                             {"strike",
                              {{"point_m", vector_json(study.point)},
                               {"direction", vector_json(study.direction)},
                               {"impulse_ns", study.impulse},
                               {"duration_s", study.duration},
                               {"listener_m", vector_json(study.listener)}}}};
  if (const auto& rayleigh = m.damping.rayleigh)
    out["material"].update(
        {{"alpha", rayleigh->alpha}, {"beta", rayleigh->beta}, {"gamma", rayleigh->gamma}});
  else
    out["material"].update({{"loss_factor", m.damping.loss_factor},
                            {"loss_exponent", m.damping.exponent},
                            {"wall_m", study.model.wall()}});
  out["modes"] = nlohmann::ordered_json::array();
  for (const ModeLine& mode : study.modes)
    out["modes"].push_back({{"mode", mode.number},
                            {"frequency_hz", mode.frequency},
                            {"t60_s", mode.t60},
                            {"residual", mode.residual},
                            {"level_db_spl", finite_json(mode.level)}});
  return out.dump(2) + "\n";
}

std::string modes_csv(const ModesStudy& study) {
  std::string text = "mode,frequency_hz,t60_s,residual,level_db_spl\n";
  for (const ModeLine& mode : study.modes)
    text += fmt::format("{},{:.10g},{:.6g},{:.3g},{}\n", mode.number, mode.frequency, mode.t60,
                        mode.residual,
                        std::isfinite(mode.level) ? fmt::format("{:.3f}", mode.level) : "");
  return text;
}

void write_mode_shapes(const std::filesystem::path& path, const ModesStudy& study, int panels) {
  if (study.modes.empty()) nothing_to_draw(study);
  const TriangleMesh surface = linear_surface(study.model.surface);
  std::vector<Vec3> own;  // as the user knows the body
  for (const Vec3& x : surface.vertices) own.push_back(study.frame.to_own(x));
  std::vector<ModePanel> sheet;
  for (std::size_t i = 0; i < study.modes.size() && static_cast<int>(i) < panels; ++i) {
    ModePanel panel{fmt::format("{}   {:.1f} Hz", study.modes[i].number, study.modes[i].frequency),
                    {}};
    const Vec3* shape = study.model.shape(study.modes[i].number - 1);
    for (std::size_t n = 0; n < own.size(); ++n)
      panel.displacement.push_back(study.frame.turn_to_own(shape[n]));
    sheet.push_back(std::move(panel));
  }
  write_mode_picture(path, fmt::format("{} of {}", study.name, study.request.material.name),
                     {own, surface.triangles}, sheet);
}

void write_strike_spectrum(const std::filesystem::path& path, const ModesStudy& study) {
  if (study.modes.empty()) nothing_to_draw(study);
  std::vector<SpectrumLine> lines;
  for (const ModeLine& mode : study.modes) lines.push_back({mode.frequency, mode.level, mode.t60});
  SpectrumPictureOptions options;
  options.level_label = "level [dB SPL]";
  write_spectrum_picture(
      path, fmt::format("{} of {}", study.name, study.request.material.name),
      fmt::format("struck at {} m with {:.3g} N s in {:.3g} ms, heard at {} m", place(study.point),
                  study.impulse, 1e3 * study.duration, place(study.listener)),
      lines, options);
}

}  // namespace peal
