// The words and numbers of `peal transfer`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/bodies/json_values.h"
#include "tools/bodies/transfer_study.h"

namespace peal {
namespace {

std::string number_or(double value, const char* format, const char* otherwise) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : otherwise;
}

}  // namespace

const char* method_word(TransferMethod method) {
  return method == TransferMethod::boundary_elements ? "bem"
         : method == TransferMethod::time_domain     ? "time"
                                                     : "foreign";
}

std::string transfer_table(const TransferStudy& study, std::size_t most_rows) {
  std::string text =
      fmt::format("{}{}: {} modes, sphere of {:.4g} m, body of {:.4g} m{}\n", study.name,
                  study.material.empty() ? "" : " of " + study.material, study.modes.size(),
                  study.record.radius, study.bound,
                  study.kept ? "" : fmt::format(", computed in {:.1f} s", study.seconds));
  if (study.modes.size() < study.modes_found)
    text += fmt::format("the {} highest of {} modes of the body are not in it\n",
                        study.modes_found - study.modes.size(), study.modes_found);
  text +=
      "                                                       loudest    decay rate [1/s] by\n"
      "  mode  frequency [Hz]      ka  order  efficiency  direction [dB]  radiation   material"
      "   error  method\n";
  for (std::size_t i = 0; i < std::min(most_rows, study.modes.size()); ++i) {
    const TransferLine& m = study.modes[i];
    if (!m.computed()) {
      text += fmt::format("{:6d}{:16.2f}{:8.3f}  not computed\n", m.number, m.frequency, m.ka);
      continue;
    }
    text += fmt::format("{:6d}{:16.2f}{:8.3f}{:7d}{:>12}{:>16}{:>11.2e}{:>11}{:>8}  {}\n", m.number,
                        m.frequency, m.ka, m.order, number_or(m.efficiency, "{:.2e}", "-"),
                        number_or(m.directivity, "{:+.1f}", "-"), m.damping,
                        number_or(m.material_damping, "{:.2e}", "-"),
                        m.error > 0 ? fmt::format("{:.1f} %", 100 * m.error) : "-",
                        method_word(m.method));
  }
  if (study.modes.size() > most_rows)
    text += fmt::format("   ... {} more in modes.csv\n", study.modes.size() - most_rows);
  return text;
}

std::string transfer_csv(const TransferStudy& study) {
  std::string text =
      "mode,frequency_hz,ka,order,power_w,efficiency,radiation_damping_per_s,"
      "material_damping_per_s,directivity_index_db,estimated_error,method\n";
  for (const TransferLine& m : study.modes)
    text += m.computed()
                ? fmt::format(
                      "{},{:.10g},{:.6g},{},{:.6g},{},{:.6g},{},{},{:.4g},{}\n", m.number,
                      m.frequency, m.ka, m.order, m.power, number_or(m.efficiency, "{:.6g}", ""),
                      m.damping, number_or(m.material_damping, "{:.6g}", ""),
                      number_or(m.directivity, "{:.4g}", ""), m.error, method_word(m.method))
                : fmt::format("{},{:.10g},{:.6g},,,,,,,,\n", m.number, m.frequency, m.ka);
  return text;
}

std::string transfer_study_json(const TransferStudy& study) {
  const TransferRecord& record = study.record;
  nlohmann::ordered_json out{{"body", study.name},
                             {"material", study.material},
                             {"speed_of_sound_m_s", record.air.speed_of_sound},
                             {"density_kg_m3", record.air.density},
                             {"centre_m", vector_json(record.centre)},
                             {"radius_m", record.radius},
                             {"body_radius_m", study.bound},
                             {"centre_of_mass_m", vector_json(study.frame.centre)},
                             {"body_axes",
                              {vector_json(study.frame.turn_to_own({1, 0, 0})),
                               vector_json(study.frame.turn_to_own({0, 1, 0})),
                               vector_json(study.frame.turn_to_own({0, 0, 1}))}},
                             {"modes_of_the_body", study.modes_found}};
  out["modes"] = nlohmann::ordered_json::array();
  for (const TransferLine& m : study.modes) {
    nlohmann::ordered_json line{{"mode", m.number},
                                {"frequency_hz", m.frequency},
                                {"ka", m.ka},
                                {"computed", m.computed()}};
    if (m.computed()) {
      line["order"] = m.order;
      line["power_w"] = m.power;
      line["efficiency"] = finite_json(m.efficiency);
      line["radiation_damping_per_s"] = m.damping;
      line["material_damping_per_s"] = finite_json(m.material_damping);
      line["directivity_index_db"] = finite_json(m.directivity);
      line["estimated_error"] = m.error;
      line["method"] = method_word(m.method);
    }
    out["modes"].push_back(std::move(line));
  }
  return out.dump(2) + "\n";
}

}  // namespace peal
