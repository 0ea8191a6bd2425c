// Modes that get no transfer are named, with their number and where they begin; they still lose
// what they radiate.
#include <gtest/gtest.h>

#include "base/constants.h"
#include "emission/body_sounds.h"
#include "emission/ensemble.h"
#include "emission/resonator_pool.h"
#include "physics/wave/bem/bem_transfer.h"

namespace peal {
namespace {

TEST(MissingTransfer, IsSaidWithTheNumberOfModes) {
  BodySoundRequest request;
  request.shape = PlateShape{0.2, 0.15, 0.003};
  request.level = MeshLevel::draft;
  request.material.young = 70e9, request.material.poisson = 0.3, request.material.density = 2700;
  request.material.damping = {1e-4, 0, {}};
  request.max_modes = 6;
  request.radiation = Radiation::transfer;
  const auto two_only = [](const TriangleMesh& surface, std::span<const ModeShape> modes,
                           const TransferRequest& asked, const TransferLibrary::Progress&) {
    const double length = norm(surface.vertices[0]);
    TransferRecord record{asked.air, {}, 1.2 * length, {}};
    for (std::size_t i = 0; i < 2; ++i)
      record.modes.push_back({modes[i].omega, 0, {{1e-3f, 0}}, 0.01, TransferMethod::time_domain});
    return record;
  };
  ModesLibrary modes;
  const auto transfers = std::make_shared<TransferLibrary>(TransferCache(), two_only);
  BodySounds sounds(modes, nullptr, transfers);
  const std::vector<PoseTrack> tracks{PoseTrack(Pose{})};
  Ensemble ensemble;
  ensemble.place(tracks, 1);
  auto& pool = ensemble.pool<ResonatorPool>();
  pool.want(0, "pane", request, 0);
  ensemble.prepare(sounds, {});
  const std::vector<std::string> said = transfers->warnings();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("object 'pane': 4 of its 6 modes"), std::string::npos) << said[0];
  const BodySound& body = pool.body_sound(0);
  EXPECT_EQ(body.transfer_modes(), 2);
  const BodySound bare(request, modes);  // before it radiates
  for (std::size_t i = 2; i < body.poles().size(); ++i)
    EXPECT_LT(body.poles()[i].re, 1.001 * bare.poles()[i].re) << i;
}

}  // namespace
}  // namespace peal
