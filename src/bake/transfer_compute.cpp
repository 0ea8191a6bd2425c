#include "bake/transfer_compute.h"

namespace peal {

TransferRecord compute_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                const TransferRequest& request,
                                const TransferLibrary::Progress& progress) {
  std::vector<double> omegas;
  for (const ModeShape& mode : modes) omegas.push_back(mode.omega);
  return time_domain_transfer(surface, modes, plan_transfer(surface, omegas, request), progress);
}

TransferPlan planned_transfer(const TriangleMesh& surface, std::span<const double> omegas,
                              const TransferRequest& request) {
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
  TransferPlan plan = plan_transfer(computed, computed_omegas, usual);
  plan.request = request;
  plan.centre *= scale, plan.bound *= scale, plan.radius *= scale;
  plan.max_frequency *= faster / scale;
  for (TransferBand& band : plan.bands) {
    band.cell *= scale, band.thickened *= scale, band.burst *= scale / faster;
    band.grid.cell *= scale, band.grid.low *= scale;
  }
  return plan;
}

}  // namespace peal
