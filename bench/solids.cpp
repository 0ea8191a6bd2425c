// Sheets and solids that deform: time per element and step of each kind of element, side by side,
// on bodies that move; and with threads.
#include "physics/solids/explicit_body.h"
#include "support/sheet_meshes.h"
#include "support/solid_grids.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kTetLimit = 80e-9;  // [s] per ten-node tetrahedron and step

void shake(ExplicitBody& body, double beta) {
  body.set_damping(1, beta);
  body.set_step(0.7 * body.critical_step());
  for (int n = 0; n < body.nodes(); ++n)
    body.set_velocity(
        n, {0, 0.1 * std::sin(40 * body.rest(n).x), 0.2 * std::cos(30 * body.rest(n).y)});
  body.advance(20);
}

/// Seconds per element and step.
double element_seconds(ExplicitBody& body, double budget = 0.1) {
  constexpr int kSteps = 40;
  return best_thread_seconds([&] { body.advance(kSteps); }, budget) / kSteps /
         body.elements().elements();
}

struct Rival {
  const char* name;
  ExplicitBody body;
  double beta, limit;  // limit: of the tetrahedron's time
  double best = 1e300;
};

void side_by_side(const SolidKernel& kernel) {
  head(fmt::format("Explicit elements, {}: forces, sums, step", kernel.name));
  const SolidMaterial metal;
  SolidMaterial rubber{1e7, 0.45, 1000, SolidLaw::stable_neo_hookean};
  std::vector<Rival> rivals;
  const auto box = test::box_map(0.2, 0.02, 0.01);
  rivals.push_back({"tetrahedron T10, 240", test::tet10_body(20, 2, 1, box, metal), 0, 0});
  rivals.push_back({"director triangle, 512",
                    make_sheet(test::rectangle_sheet(0.25, 0.25, 16, 16, 1e-3)), 0, 0.35});
  rivals.push_back({"  with Kelvin-Voigt on bending",
                    make_sheet(test::rectangle_sheet(0.25, 0.25, 16, 16, 1e-3)), 8e-6, 0});
  rivals.push_back({"director triangle, 2048",
                    make_sheet(test::rectangle_sheet(0.25, 0.25, 32, 32, 1e-3)), 0, 0.35});
  rivals.push_back({"brick H8P, 80", test::brick_body(20, 2, 2, box, metal), 0, 0.95});
  rivals.push_back({"brick H8P, 320", test::brick_body(40, 4, 2, box, metal), 0, 0.95});
  rivals.push_back({"T10, stable neo-Hookean", test::tet10_body(20, 2, 1, box, rubber), 0, 0});
  rivals.push_back({"H8P, stable neo-Hookean", test::brick_body(40, 4, 2, box, rubber), 0, 0});
  for (Rival& r : rivals) {
    r.body.use_kernel(kernel);
    shake(r.body, r.beta);
  }
  for (int round = 0; round < 5; ++round)  // by turns, so that all meet the same machine
    for (Rival& r : rivals) r.best = std::min(r.best, element_seconds(r.body));
  const double tetrahedron = rivals[0].best;
  for (const Rival& r : rivals) {
    std::string remark = fmt::format("{:.3f} of T10", r.best / tetrahedron);
    if (r.limit > 0) remark += fmt::format(", limit {:.2f}", r.limit);
    if (&r == &rivals[0]) remark = fmt::format("{:.2f} of the limit of 80 ns", r.best / kTetLimit);
    row(r.name, 1e9 * r.best, "ns/element", remark);
  }
}

void threads() {
  head("A sheet of 10,000 triangles over threads");
  ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.5, 0.5, 71, 71, 1e-3));
  shake(sheet, 0);
  double alone = 0;
  for (const int count : {1, 2}) {
    const double each =
        best_seconds([&] { sheet.advance(400, count); }, 0.5) / 400 / sheet.elements().elements();
    if (count == 1) alone = each;
    row(fmt::format("  {} threads", count), 1e9 * each, "ns/element",
        fmt::format("{:.2f} times as fast, wall clock", alone / each));
  }
}

}  // namespace
}  // namespace peal::bench

int main() {
  using namespace peal;
  bench::side_by_side(best_solid_kernel());
  bench::side_by_side(kSolidKernelPortable);
  bench::threads();
}
