// Computes a TransferRecord in the time domain: many modes in one run of the wave equation (after
// Wang & James 2019, KleinPAT). Every mode drives the walls with its own shape and a burst of its
// own tone; modes far enough apart in frequency share a field, and the Fourier transform of the
// pressure around the body, taken at each tone, takes them apart again. The transform runs until
// the sound has died out, so resonant hollows are no special case. docs/theory/radiation.md
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/wave_grid.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

struct ModeShape {
  double omega = 0;             // [rad/s]
  std::span<const Vec3> shape;  // displacement per vertex of the surface, for unit modal amplitude
};

enum class TransferQuality { draft, normal, fine };

/// [s] that a transfer may take.
constexpr double usual_seconds(TransferQuality quality) {
  return quality == TransferQuality::fine ? 600 : 120;
}

struct TransferRequest {
  Air air;
  TransferQuality quality = TransferQuality::normal;
  /// [s] estimated; when all modes would take longer, the highest are left out.
  double most_seconds = usual_seconds(TransferQuality::normal);
  /// The body is so many times as large as the surface: for lengths in messages.
  double shown_scale = 1;
};

/// Harmonics of any mode at least.
inline constexpr int kLeastTransferOrder = 10;
/// Harmonics of the highest modes; beyond, a body is too large for its wavelength.
inline constexpr int kMostTransferOrder = 110;

/// Chords that are stepped at the same time: more would leave the processor's cache.
inline constexpr std::size_t kMostTransferFields = 6;

/// [s] after the bursts; a body that still rings then is cut off.
inline constexpr double kLongestTransferRun = 0.06;

/// Modes that are computed on one grid: an octave, or what the walls let share it.
struct TransferBand {
  double cell = 0;       // [m]
  double thickened = 0;  // [m] by which walls are moved outward, for walls of one cell
  WaveGrid grid;
  double burst = 0;                      // [s] duration of the tones
  double ring = 0;                       // [s] estimate: after the tones, until it is silent
  int order = 0;                         // harmonics of the highest mode
  std::vector<std::vector<int>> chords;  // modes that share a field
  double cell_steps = 0;                 // estimate
};

/// What it will cost, known before it is computed.
struct TransferPlan {
  TransferRequest request;
  Vec3 centre;           // [m] of the shell
  double bound = 0;      // [m] radius of the body around it
  double radius = 0;     // [m] of the sphere of the record
  double wall = 0;       // [m] thickness of thin walls; infinite when there are none
  bool slender = false;  // its thin parts are rods (prongs, wire), not sheets
  double enclosed = 0;   // part of the sound that stays in its hollow at a reflection
  std::vector<TransferBand> bands;
  /// For each band the same on coarser cells, for some of its modes: how wrong the band is.
  std::vector<TransferBand> checks;
  std::size_t triangles = 0;    // boundary elements that serve it better; 0: the bands are run
  double max_frequency = 0;     // [Hz] modes above are left out of the record
  double seconds = 0;           // estimate, held to the time that is allowed
  double expected_seconds = 0;  // estimate of what it will take, for people who wait
  double bytes = 0;             // of memory
  std::string warning;          // empty, or what is coarser than the quality asks for
};

/// Orders of the harmonics on the record's sphere [m] for waves of k [1/m].
int transfer_order(double k, double radius);

/// Cells of the grid outside the box through whose faces the sound is taken.
int listening_margin();

/// @param omegas ascending [rad/s]. Stops when the surface is open or has no size, or when its
/// walls are too thin for every grid allowed.
TransferPlan plan_transfer(const TriangleMesh& surface, std::span<const double> omegas,
                           const TransferRequest& request);

/// One entry per mode below plan.max_frequency, in order. @param progress: part done, 0 .. 1.
TransferRecord time_domain_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                    const TransferPlan& plan,
                                    const std::function<void(double)>& progress = {});

}  // namespace peal
