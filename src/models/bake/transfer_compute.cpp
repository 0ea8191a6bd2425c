#include "models/bake/transfer_compute.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "models/bake/boundary_transfer.h"

namespace peal {

namespace {

std::vector<double> omegas_of(std::span<const ModeShape> modes) {
  std::vector<double> out;
  for (const ModeShape& mode : modes) out.push_back(mode.omega);
  return out;
}

/// The grid's plan, with the number of boundary elements when they are the better way.
TransferPlan chosen_plan(const TriangleMesh& surface, std::span<const double> omegas,
                         const TransferRequest& request) {
  TransferPlan plan = plan_transfer(surface, omegas, request);
  plan.triangles = boundary_triangles(surface, omegas, plan);
  if (plan.triangles == 0) return plan;
  plan.max_frequency = std::max(plan.max_frequency, omegas.back() / (2 * kPi));
  plan.seconds = plan.expected_seconds = boundary_seconds(plan.triangles, omegas.size());
  plan.bytes = boundary_bytes(plan.triangles);
  plan.warning.clear();
  return plan;
}

}  // namespace

TransferRecord compute_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                const TransferRequest& request,
                                const TransferLibrary::Progress& progress) {
  const TransferPlan plan = chosen_plan(surface, omegas_of(modes), request);
  if (plan.triangles == 0) return time_domain_transfer(surface, modes, plan, progress);
  try {
    return boundary_transfer(surface, modes, request, plan.triangles, progress);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {  // a surface with folds or needles: cells do not mind
    return compute_on_grid(surface, modes, request, progress);
  }
}

TransferRecord compute_on_grid(const TriangleMesh& surface, std::span<const ModeShape> modes,
                               const TransferRequest& request,
                               const TransferLibrary::Progress& progress) {
  return time_domain_transfer(surface, modes, plan_transfer(surface, omegas_of(modes), request),
                              progress);
}

TransferPlan planned_transfer(const TriangleMesh& surface, std::span<const double> omegas,
                              const TransferRequest& request, bool on_grid) {
  const TransferProblem problem = transfer_problem(surface, {}, request.air);
  const double scale = problem.length / kComputedLength;
  TransferRequest usual = request;
  usual.air = Air{};
  usual.shown_scale = scale;
  TriangleMesh computed = problem.surface;
  for (Vec3& x : computed.vertices) x *= kComputedLength;
  const double faster = request.air.speed_of_sound / usual.air.speed_of_sound;
  std::vector<double> computed_omegas;
  for (const double omega : omegas) computed_omegas.push_back(omega * scale / faster);
  TransferPlan plan = on_grid ? plan_transfer(computed, computed_omegas, usual)
                              : chosen_plan(computed, computed_omegas, usual);
  plan.request = request;
  plan.centre *= scale, plan.bound *= scale, plan.radius *= scale, plan.wall *= scale;
  plan.max_frequency *= faster / scale;
  for (std::vector<TransferBand>* bands : {&plan.bands, &plan.checks})
    for (TransferBand& band : *bands) {
      band.cell *= scale, band.thickened *= scale;
      band.burst *= scale / faster, band.ring *= scale / faster;
      band.grid.cell *= scale, band.grid.low *= scale;
    }
  return plan;
}

}  // namespace peal
