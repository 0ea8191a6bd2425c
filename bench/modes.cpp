// What a body costs: reading and checking a mesh, meshing, the eigenvalue problem, its sound in the
// air. The eigenvalue problem is held against its arithmetic: the operations of its factorisations
// at the speed of a large matrix product measured in the same run.
#include <cblas.h>
#include <sys/resource.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "emission/body_sound.h"
#include "io/mesh/read_mesh.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/import_mesh.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/elastic/solve_cost.h"
#include "physics/geometry/shape_rules.h"
#include "physics/geometry/surface_checks.h"
#include "physics/geometry/surface_repair.h"
#include "physics/meshing/shape_mesh.h"
#include "table.h"

namespace peal::bench {
namespace {

const Material kGlass{"glass", 72e9, 0.22, 2500, {1e-3}, 0.65, 0.4};

/// One tetrahedron per path along the edges of a cell from its first to its last corner.
SolidMesh kuhn_tets(const std::array<int, 3>& cells, const Vec3& size) {
  SolidMesh mesh;
  const std::array<int, 3> n{2 * cells[0] + 1, 2 * cells[1] + 1, 2 * cells[2] + 1};
  std::vector<int> number(static_cast<std::size_t>(n[0]) * n[1] * n[2], -1);
  const auto node = [&](const std::array<int, 3>& q) {
    int& at = number[(static_cast<std::size_t>(q[2]) * n[1] + q[1]) * n[0] + q[0]];
    if (at < 0) {
      at = static_cast<int>(mesh.nodes.size());
      mesh.nodes.push_back(
          {size.x * q[0] / (n[0] - 1), size.y * q[1] / (n[1] - 1), size.z * q[2] / (n[2] - 1)});
    }
    return at;
  };
  constexpr int kPaths[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  constexpr int kEdges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i)
        for (int p = 0; p < 6; ++p) {
          std::array<std::array<int, 3>, 4> corner;
          corner[0] = {2 * i, 2 * j, 2 * k};
          for (int s = 0; s < 3; ++s) corner[s + 1] = corner[s], corner[s + 1][kPaths[p][s]] += 2;
          if (p >= 3) std::swap(corner[1], corner[2]);
          std::array<int, 10> tet;
          for (int c = 0; c < 4; ++c) tet[c] = node(corner[c]);
          for (int e = 0; e < 6; ++e) {
            std::array<int, 3> middle;
            for (int d = 0; d < 3; ++d)
              middle[d] = (corner[kEdges[e][0]][d] + corner[kEdges[e][1]][d]) / 2;
            tet[4 + e] = node(middle);
          }
          mesh.tets.push_back(tet);
        }
  return mesh;
}

/// [flop/s] of a matrix product on one core.
double product_speed() {
  constexpr int n = 1024;
  std::vector<double> a(n * n, 1.0), b(n * n, 0.5), c(n * n);
  const double seconds = best_seconds([&] {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0,
                c.data(), n);
  });
  return 2.0 * n * n * n / seconds;
}

void eigenvalues() {
  const double speed = product_speed();
  head(fmt::format("Eigenvalue problem, 100 modes; matrix product {:.1f} GFLOP/s", speed / 1e9));
  const auto line = [&](const std::string& what, const SolidMesh& mesh, double limit) {
    const SolveCost cost = solve_cost(mesh);
    const double seconds = best_seconds(
        [&] {
          analyse(mesh, {"unit", 1, 0.3, 1, {}, 0.5, 0.3}, {1, 100, {}, {}, 1});
        },
        0.1);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    row(what, seconds, "s",
        fmt::format(
            "limit {:.0f} s, estimated {:.1f} s; {:.1f} x its 3 factorisations; peak {:.2f} GB",
            limit, cost.seconds(100), seconds * speed / (3 * cost.factor_flops),
            static_cast<double>(used.ru_maxrss) / 1048576));
  };
  line("4,860 tetrahedra, solid", kuhn_tets({10, 9, 9}, {1, 0.9, 0.9}), 10);
  line("30,240 tetrahedra, sheet 1 : 1 : 0.014", kuhn_tets({72, 70, 1}, {1, 1, 0.014}), 60);
  line("29,478 tetrahedra, solid", kuhn_tets({17, 17, 17}, {1, 0.95, 0.9}), 120);
}

/// A bumpy torus with 2 n m triangles.
void write_obj(const std::filesystem::path& path, int n, int m) {
  std::ofstream out(path);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double u = 2 * 3.14159265358979 * i / n, v = 2 * 3.14159265358979 * j / m;
      const double r = 0.03 + 0.002 * std::sin(7 * u) * std::cos(5 * v);
      out << fmt::format("v {:.6f} {:.6f} {:.6f}\n", (0.1 + r * std::cos(v)) * std::cos(u),
                         r * std::sin(v), (0.1 + r * std::cos(v)) * std::sin(u));
    }
  const auto at = [&](int i, int j) { return (i % n) * m + j % m + 1; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      out << fmt::format("f {} {} {}\nf {} {} {}\n", at(i, j), at(i, j + 1), at(i + 1, j),
                         at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
}

void import() {
  head("Import of an OBJ with 100,000 triangles (limit 1 s)");
  const auto path = std::filesystem::temp_directory_path() / "peal-bench.obj";
  write_obj(path, 500, 100);
  FileMesh file;
  row("reading", best_seconds([&] { file = read_mesh_file(path.string()); }), "s",
      fmt::format("{:.1f} MB", static_cast<double>(std::filesystem::file_size(path)) / 1e6));
  RepairedSurface repaired;
  row("repair", best_seconds([&] { repaired = repair_surface(file.surface); }), "s");
  row("checks", best_seconds([&] { require_solid(repaired.mesh); }), "s", "with self-intersection");
  row("all", best_seconds([&] { import_mesh(path.string(), 1, UpAxis::y, SurfaceUse::solid); }),
      "s");
  std::filesystem::remove(path);
}

template <std::size_t... I>
std::vector<Shape> all_shapes(std::index_sequence<I...>) {
  return {Shape(std::in_place_index<I>)...};
}

void shapes() {
  head("Shapes of glass, all modes to 20 kHz and their sound in the air: draft | normal");
  for (const Shape& shape :
       all_shapes(std::make_index_sequence<std::variant_size_v<Shape> - 1>())) {
    std::array<double, 2> seconds{};
    std::array<int, 2> modes{};
    std::size_t nodes = 0;
    for (const MeshLevel level : {MeshLevel::draft, MeshLevel::normal}) {
      const int i = static_cast<int>(level);
      BodySoundRequest request;
      request.shape = shape;
      request.level = level;
      request.material = kGlass;
      nodes = mesh_shape(shape, level).nodes.size();
      seconds[i] = best_seconds([&] { modes[i] = BodySound(request).modes(); }, 0.05);
    }
    fmt::print("{:<20} {:>8.2f} s {:>5} modes | {:>8.2f} s {:>5} modes, {} nodes\n",
               shape_name(shape), seconds[0], modes[0], seconds[1], modes[1], nodes);
  }
}

}  // namespace
}  // namespace peal::bench

int main() {
  peal::bench::import();
  peal::bench::shapes();
  peal::bench::eigenvalues();
}
