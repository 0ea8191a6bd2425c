// A thin shell cannot send more into the air than its modes hold, whichever way its field was
// computed. Before modes without transfer lost what they radiate, a 1 mm aluminium bowl sent out 16
// times what a strike had left in it.
#include <gtest/gtest.h>

#include "dsp/modal/push_energy.h"
#include "models/bake/transfer_compute.h"
#include "physics/elastic/materials/material_library.h"
#include "validation/emission/struck_energy.h"

namespace peal {
namespace {

struct ShellCase {
  double thickness;     // [m]
  double most_seconds;  // of its transfer; 0: all modes by approximate radiation
  int max_modes, order;
  double seconds;
};

test::StruckEnergy strike_bowl(const Material& material, const ShellCase& shell,
                               ModesLibrary& library) {
  BodySoundRequest request;
  request.shape = BowlShape{0.11, 0.07, shell.thickness, 0.03};
  request.level = MeshLevel::draft;
  request.material = material;
  request.max_modes = shell.max_modes;
  request.radiation = Radiation::transfer;  // until radiate(): no radiation
  const BodySound bare(request, library);
  const auto body = std::make_shared<BodySound>(request, library);
  if (shell.most_seconds > 0) {
    TransferRequest solver = transfer_request(request);
    solver.most_seconds = shell.most_seconds;
    body->radiate(std::make_shared<const TransferRecord>(
        compute_transfer(body->transfer_surface(), body->mode_shapes(), solver, {})));
    EXPECT_GT(body->transfer_modes(), 0);
  } else {
    body->radiate(nullptr);
  }
  const Vec3 inward{-0.8, 0.2, 0.5};
  const BodySound::Blow blow{body->model().surface.nodes[11], 0.01 / norm(inward) * inward, 1e-4};
  const test::StruckEnergy found = test::strike(body, bare, blow, shell.order, shell.seconds);
  fmt::print("{} modes ({} with transfer): stored {:.3g} mJ, lost {:.3g}, heard {:.3g}: {:.3f}\n",
             body->modes(), body->transfer_modes(), 1e3 * found.stored, 1e3 * found.lost,
             1e3 * found.heard, found.heard / found.stored);
  return found;
}

const Material& metal(const std::string& name) { return find_library_material(name)->material; }

TEST(ShellEnergy, OfAThinBowlInTheAirIsAtMostThatOfItsModes) {
  ModesLibrary library;
  const auto found = strike_bowl(metal("aluminium"), {0.001, 0, 120, 12, 0.25}, library);
  EXPECT_LE(found.heard, found.stored);
  EXPECT_NEAR(10 * std::log10(found.heard / found.lost), 0, 1);
  EXPECT_GT(found.lost, 0.3 * found.stored);  // radiation matters here
}

TEST(ShellEnergySlow, OfThinBowlsOfEveryMetalInTheAirIsAtMostThatOfTheirModes) {
  ModesLibrary library;
  int metals = 0;
  for (const LibraryMaterial& material : material_library()) {
    if (material.group != "metal") continue;
    ++metals;
    SCOPED_TRACE(material.material.name);
    fmt::print("{:16} ", material.material.name);
    const auto quick = strike_bowl(material.material, {0.001, 0, 200, 14, 0.3}, library);
    EXPECT_LE(quick.heard, quick.stored);
    fmt::print("{:16} ", "");
    const auto both = strike_bowl(material.material, {0.002, 30, 40, 12, 0.3}, library);
    EXPECT_LE(both.heard, both.stored);
  }
  EXPECT_GE(metals, 20);
}

}  // namespace
}  // namespace peal
