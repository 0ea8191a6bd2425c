#include "emission/body_sounds.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/work_shares.h"
#include "models/bake/transfer_compute.h"
#include "models/bodies/modes_cost.h"

namespace peal {
namespace {

/// Of a body's time; then they are kept and turned into its frame, and its approximate radiation is
/// set up, if it has that.
double modes_share(const BodySoundRequest& request) {
  return request.radiation == Radiation::approximate ? 0.9 : 0.95;
}

}  // namespace

BodySounds::BodySounds(ModesLibrary& modes, std::shared_ptr<PulseLibrary> fields,
                       std::shared_ptr<TransferLibrary> of_modes)
    : library(&modes),
      pulses(fields ? fields : std::make_shared<PulseLibrary>()),
      transfers(of_modes ? of_modes
                         : std::make_shared<TransferLibrary>(TransferCache(), compute_transfer)) {}

std::vector<std::shared_ptr<BodySound>> analysed_bodies(std::span<const NamedBodyRequest> bodies,
                                                        ModesLibrary& library,
                                                        const std::function<void(double)>& tell) {
  for (const NamedBodyRequest& body : bodies) library.plan(body.request);
  std::vector<double> costs;
  for (const auto& [name, request] : bodies)
    costs.push_back(tell && !library.cached(request) ? modes_cost(request) : 0);
  if (tell && !bodies.empty()) tell(0);
  WorkShares shares(costs, tell);
  std::vector<std::shared_ptr<BodySound>> out(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    const auto& [name, request] = bodies[i];
    shares.set(i, 0);
    try {
      out[i] = std::make_shared<BodySound>(
          request, library, [&](double part) { shares.set(i, modes_share(request) * part); });
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      fail("object '{}': {}", name, error.what());
    }
    shares.set(i, 1);
  });
  return out;
}

}  // namespace peal
