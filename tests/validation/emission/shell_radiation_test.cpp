// Approximate radiation of a thin shell, whose two faces nearly cancel, against the transfer of the
// same modes: another method on another surface.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "emission/body_sound.h"
#include "emission/fields/radiating_surface.h"
#include "models/bake/transfer_compute.h"
#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

TEST(ShellRadiationSlow, OfABowlBelowOneKilohertzIsWithinThreeDecibelOfItsTransfer) {
  for (const MeshLevel level : {MeshLevel::draft, MeshLevel::normal}) {
    BodySoundRequest request;
    request.shape = BowlShape{0.11, 0.07, 0.001, 0.03};
    request.level = level;
    request.material = find_library_material("aluminium")->material;
    request.max_frequency = 1000;
    request.radiation = Radiation::transfer;
    ModesLibrary library;
    const BodySound body(request, library);
    TransferRequest solver = transfer_request(request);
    solver.quality = TransferQuality::normal;
    const TransferRecord record =
        compute_transfer(body.transfer_surface(), body.mode_shapes(), solver, {});
    ASSERT_EQ(static_cast<int>(record.modes.size()), body.modes());
    const RadiatingSurface surface = radiating_surface(body.model().surface, level);
    EXPECT_EQ(surface.kind, SurfaceKind::sheet);
    std::vector<SurfaceMode> modes;
    for (const ModeShape& mode : body.mode_shapes())
      modes.push_back({mode.omega, normal_components(surface.mesh, mode.shape)});
    const std::vector<double> powers =
        SurfaceRadiation(surface.mesh, request.air, modes, surface.kind).radiated_powers();
    std::map<long, std::array<double, 2>> thirds;
    for (std::size_t i = 0; i < powers.size(); ++i) {
      auto& sums = thirds[std::lround(10 * std::log10(modes[i].omega / (2 * kPi)))];
      sums[0] += powers[i], sums[1] += radiated_power(record, record.modes[i]);
    }
    for (const auto& [third, sums] : thirds) {
      const double level_db = 10 * std::log10(sums[0] / sums[1]);
      fmt::print("{:.0f} Hz: {:+.2f} dB\n", std::pow(10, 0.1 * static_cast<double>(third)),
                 level_db);
      EXPECT_LT(std::abs(level_db), 3) << third;
    }
  }
}

}  // namespace
}  // namespace peal
