// Reference tables of tests/data/elastic and what is common to the comparisons.
#pragma once
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/constants.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/meshing/shape_mesh.h"

namespace peal::reference {

using Row = std::vector<std::string>;

inline std::vector<Row> table(const std::string& name) {
  std::ifstream file(std::string(PEAL_TEST_DATA "/elastic/") + name);
  if (!file) throw std::runtime_error("missing test data " + name);
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);  // header
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Row row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    rows.push_back(row);
  }
  return rows;
}

/// Frequencies [Hz] of the 200 x 20 x 10 mm aluminium bar, "free" or "cantilever" (3-D Ritz).
inline std::vector<double> bar_frequencies(const std::string& support) {
  std::vector<double> f;
  for (const Row& row : table("bar_modes_3d_reference.csv"))
    if (row[0] == support) f.push_back(std::stod(row[2]));
  return f;
}

/// Frequencies [Hz] of the 7.5 mm steel ball (Lamb), each as often as it occurs.
inline std::vector<double> ball_frequencies() {
  std::vector<double> f;
  for (const Row& row : table("lamb_sphere_frequencies.csv"))
    if (row[0] == "steel" && std::stod(row[4]) == 0.0075)
      f.insert(f.end(), std::stoi(row[9]), std::stod(row[11]));
  return f;
}

inline Material aluminium() {
  Material m;
  m.name = "aluminium", m.young = 70e9, m.poisson = 0.33, m.density = 2700;
  return m;
}
inline Material steel() {
  Material m;
  m.name = "steel", m.young = 200e9, m.poisson = 0.3, m.density = 7850;
  return m;
}

inline BarShape bar() { return BarShape{{0.2, 0.02, 0.01}}; }

struct Analysis {
  ModalModel model;
  double seconds = 0;
};

inline Analysis timed(const SolidMesh& mesh, const Material& material,
                      const ModalOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Analysis a{analyse(mesh, material, options)};
  a.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return a;
}

inline Analysis bar_modes(const SolidMesh& mesh, bool cantilever, double max_frequency = 20000) {
  ModalOptions options;
  options.max_frequency = max_frequency;
  if (cantilever) options.fixed_nodes = nodes_in_box(mesh, {-0.1, -1, -1}, {-0.1, 1, 1});
  return timed(mesh, aluminium(), options);
}

inline Analysis ball_modes(const SolidMesh& mesh, double max_frequency = 200e3) {
  ModalOptions options;
  options.max_frequency = max_frequency;
  return timed(mesh, steel(), options);
}

inline double frequency(const ModalModel& model, std::size_t mode) {
  return model.omega[mode] / (2 * kPi);
}

}  // namespace peal::reference
