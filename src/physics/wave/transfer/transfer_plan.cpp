#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "physics/geometry/wall_thickness.h"
#include "physics/wave/fdtd/shell_box.h"
#include "physics/wave/fdtd/wave_rows.h"
#include "physics/wave/transfer/modal_transfer.h"
#include "physics/wave/transfer/mode_chords.h"
#include "physics/wave/transfer/transfer_band_run.h"
#include "physics/wave/transfer/transfer_hollow.h"

namespace peal {
namespace {

struct Resolution {
  double cells_per_bound, cells_per_wave;
  int most_cells;  // along each side of a cube: so many in all
};

Resolution resolution(TransferQuality quality) {
  return quality == TransferQuality::fine ? Resolution{28, 10, 300} : Resolution{20, 8, 192};
}

/// How walls are put on the grid.
struct Walls {
  double cells;         // through a wall
  double thickening;    // of the radius: a hundredth is a decibel
  double normal, fine;  // part of the time allowed that it may take; 0: not asked for
  /// The thickening of bands whose waves are short against the body.
  double short_waves = 0;
};
// Slender bodies fill small boxes: where it is cheap, their prongs and rings get more cells than
// the quality asks for.
constexpr double kCheap = 1.0 / 24;
// Where a sheet of one cell is off by half a decibel, a rod of one cell is off by 2 to 5 dB, of two
// by 1.3, of three and four by 0.4: rods get nearly all of the time.
constexpr double kOfSlender = 0.95;
constexpr Walls kWalls[] = {{4, 0, kCheap, kCheap}, {3, 0, kCheap, kCheap},
                            {2, 0, kCheap, 1},      {1, 0.001, kCheap, 1},
                            {1, 0.003, 1, 1},       {1, 0.003, 1, 1, 0.012}};

// Thicker walls make modes louder that cancel around the rim. From this k R on they hardly do: a
// bowl of 1 mm walls, cells of 3.5 mm for 1.7, was within 0.6 dB where it radiates, 0.15 dB in the
// mean.
constexpr double kShortWaves = 8;

// Half a decibel by thicker walls is less than what approximate radiation is off by: walls are
// coarser when finer ones leave out more than this part of the modes.
constexpr double kMostLostModes = 0.1;

constexpr double kBursts[] = {0.004, 0.006, 0.008, 0.012, 0.016, 0.024, 0.032, 0.048, 0.064, 0.1};
constexpr double kCoarser = 1.25;  // cells must grow by this for a band of their own
constexpr double kSphere = 1.1;    // radius of the record's sphere over that of the body
constexpr int kAround = wave_rows::kLayer + 4;   // [cells] from the body to the end of the box
constexpr double kSecondsPerCellStep = 1.4e-9;   // two cores; walls and listening included
constexpr double kMeasuredPerCellStep = 1.1e-9;  // of work that was expected rightly
constexpr double kCheckCoarser = 1.5;            // cells of the check over those of the band
constexpr double kOpen = 6;           // [radii] that sound travels until a body is silent
constexpr double kPerReflection = 4;  // [radii] more per reflection in a hollow

/// The finest cell for which the box has no more cells than a cube of n.
double finest_cell_within(const Vec3& half, double n) {
  double cell = 2 * std::max({half.x, half.y, half.z}) / (n * n);
  const auto cells = [&](double h) {
    double product = 1;
    for (int a = 0; a < 3; ++a) product *= 2 * (half[a] / h + kAround);
    return product;
  };
  while (cells(cell) > n * n * n) cell *= 1.01;
  return cell;
}

/// [s] Air in a hollow rings on: what stays inside at each reflection. At most as long as runs are.
double ring_out(const TransferPlan& plan) {
  const double reflections = plan.enclosed / std::max(1e-3, 1 - plan.enclosed);
  return std::min(
      (kOpen + kPerReflection * reflections) * plan.bound / plan.request.air.speed_of_sound,
      kLongestTransferRun);
}

// Few chords of long bursts or many of short ones, whichever is stepped faster.
void choose_burst(TransferBand& band, std::span<const double> frequencies, int first, double wait) {
  double best = std::numeric_limits<double>::infinity();
  for (const double burst : kBursts) {
    auto groups = chords(frequencies, burst);
    const double cost = static_cast<double>(groups.size()) * (burst + wait);
    if (cost >= best) continue;
    best = cost;
    band.burst = burst;
    band.chords = std::move(groups);
  }
  for (auto& chord : band.chords)
    for (int& mode : chord) mode += first;
}

struct CellSizes {
  double per_wave;          // cells
  double finest, coarsest;  // [m]
  double without_walls;     // [m] the coarsest if walls did not count
  double short_waves;       // [m] the coarsest of bands above `split`
  double split;             // [rad/s]
  /// Whether the absorbing layer stays as far away as it would with such cells: near a body it is
  /// in the near field, which it sends back, and low modes that cancel hear that.
  bool keep_away;
};

/// Around the centre; its walls are as thick as a cell at least.
/// @param around [m] from the body to the end of the box, at least.
void lay_grid(TransferBand& band, const Vec3& half, const Vec3& centre, double around) {
  const double layer = std::max<double>(kAround, std::ceil(around / band.cell - 1e-9));
  band.grid.cell = band.cell;
  int* counts[] = {&band.grid.nx, &band.grid.ny, &band.grid.nz};
  for (int a = 0; a < 3; ++a) {
    // Even, so that the centre is a corner: symmetric bodies stay symmetric on the grid.
    *counts[a] =
        2 * static_cast<int>(std::ceil((half[a] + band.thickened) / band.cell - 1e-9) + layer);
    band.grid.low[a] = centre[a] - 0.5 * *counts[a] * band.cell;
  }
}

double work_of(const TransferPlan& plan, const TransferBand& band) {
  double sum = 0;
  for (const WorkGroup& group : TransferBandRun::work(plan, band)) sum += planned_work(group);
  return sum;
}

/// Some chords of the band, from all over it, on coarser cells.
TransferBand check_of(const TransferPlan& plan, const TransferBand& band, const Vec3& half,
                      double wall, double around) {
  TransferBand check = band;
  check.cell = kCheckCoarser * band.cell;
  check.thickened = std::max(0.0, 0.5 * (check.cell - wall));
  lay_grid(check, half, plan.centre, around);
  check.chords.clear();
  const std::size_t all = band.chords.size(), some = std::min(all, kMostTransferFields);
  for (std::size_t i = 0; i < some; ++i) check.chords.push_back(band.chords[i * all / some]);
  check.cell_steps = work_of(plan, check);
  return check;
}

void plan_bands(TransferPlan& plan, std::span<const double> omegas, const Vec3& half, double wall,
                const CellSizes& cells) {
  // From the highest mode down; each band reaches down to where coarser cells would do.
  plan.bands.clear(), plan.checks.clear();
  plan.radius = kSphere * plan.bound;
  plan.seconds = plan.expected_seconds = plan.bytes = 0;
  const double c = plan.request.air.speed_of_sound, bound = plan.bound;
  auto count = static_cast<int>(omegas.size());
  while (count > 0) {
    TransferBand band;
    const double top = omegas[count - 1] / (2 * kPi);
    const bool is_short =
        omegas[count - 1] > cells.split && cells.short_waves > kCoarser * cells.coarsest;
    const double coarsest = is_short ? cells.short_waves : cells.coarsest;
    band.cell = std::clamp(c / (cells.per_wave * top), cells.finest, coarsest);
    const bool last = !is_short && kCoarser * band.cell > coarsest;
    const double down_to = std::max(omegas[count - 1] / 2, is_short ? cells.split : 0);
    const auto from =
        last ? omegas.begin() : std::upper_bound(omegas.begin(), omegas.begin() + count, down_to);
    const int first = static_cast<int>(std::min<std::ptrdiff_t>(from - omegas.begin(), count - 1));
    band.thickened = std::max(0.0, 0.5 * (band.cell - wall));
    const double reach = bound + band.thickened;
    plan.radius = std::max(plan.radius, kSphere * reach);
    const double around = cells.keep_away ? kAround * std::clamp(c / (cells.per_wave * top),
                                                                 cells.finest, cells.without_walls)
                                          : 0;
    lay_grid(band, half, plan.centre, around);
    std::vector<double> frequencies;
    for (int i = first; i < count; ++i) frequencies.push_back(omegas[i] / (2 * kPi));
    band.ring = ring_out(plan);
    choose_burst(band, frequencies, first, band.ring);
    band.order = transfer_order(omegas[count - 1] / c, plan.radius);
    band.cell_steps = work_of(plan, band);
    plan.checks.push_back(check_of(plan, band, half, wall, around));
    plan.seconds += kSecondsPerCellStep * (band.cell_steps + plan.checks.back().cell_steps);
    for (const TransferBand* one : {&std::as_const(band), &std::as_const(plan.checks.back())})
      for (const WorkGroup& group : TransferBandRun::expected(plan, *one))
        plan.expected_seconds += kMeasuredPerCellStep * planned_work(group);
    const auto size = static_cast<double>(band.grid.size());
    double layer = 0;  // floats per cell
    for (int a = 0; a < 3; ++a) layer += 4.0 * wave_rows::kLayer / band.grid.count(a);
    const auto fields = static_cast<double>(std::min(band.chords.size(), kMostTransferFields));
    plan.bytes = std::max(plan.bytes, size * sizeof(float) * (fields * (2 + layer) + 4));
    plan.bands.push_back(std::move(band));
    count = first;
  }
}

/// Volume over area and thickness: 1/2 of a sheet, 1/4 of a round or square rod.
bool is_slender(const TriangleMesh& surface, double wall) {
  double volume = 0, area = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    volume += dot(surface.centroid(t), surface.area_vector(t)) / 3;
    area += norm(surface.area_vector(t));
  }
  return volume < 0.35 * area * wall;
}

std::ptrdiff_t modes_below(std::span<const double> omegas, double frequency) {
  return std::upper_bound(omegas.begin(), omegas.end(), 2 * kPi * frequency) - omegas.begin();
}

/// As many modes as the time allows.
void plan_within(TransferPlan& plan, std::span<const double> omegas, const Vec3& half, double wall,
                 const CellSizes& cells) {
  while (true) {
    const auto below = modes_below(omegas, plan.max_frequency);
    plan_bands(plan, omegas.first(below), half, wall, cells);
    if (plan.seconds <= plan.request.most_seconds || plan.bands.empty()) return;
    plan.max_frequency = std::min(plan.max_frequency, omegas[below - 1] / (2 * kPi)) * 0.9;
  }
}

}  // namespace

int listening_margin() { return wave_rows::kLayer + 2; }

int transfer_order(double k, double radius) {
  return std::clamp(shell_order(k * radius), kLeastTransferOrder, kMostTransferOrder);
}

TransferPlan plan_transfer(const TriangleMesh& surface, std::span<const double> omegas,
                           const TransferRequest& request) {
  TransferPlan plan;
  plan.request = request;
  const BodyBound bound = body_bound(surface);
  plan.centre = bound.centre;
  Vec3 half;
  for (const auto& triangle : surface.triangles)
    for (const int vertex : triangle)
      for (int a = 0; a < 3; ++a)
        half[a] = std::max(half[a], std::abs(surface.vertices[vertex][a] - plan.centre[a]));
  const TriangleTree tree(surface);
  const WallThickness walls = wall_thickness(surface, tree);
  const double wall = walls.facing ? walls.thin : std::numeric_limits<double>::infinity();
  plan.bound = bound.radius;
  plan.wall = wall;
  plan.slender = walls.facing && is_slender(surface, wall);
  plan.enclosed = enclosed_part(surface, tree);
  const Resolution wanted = resolution(request.quality);
  const double c = request.air.speed_of_sound, finest = finest_cell_within(half, wanted.most_cells);
  // Harmonics are enough up to k r = order - 2 order^(1/3) - 2.
  const double most_kr = kMostTransferOrder - 2 * std::cbrt(kMostTransferOrder) - 2;
  plan.max_frequency = std::min(c / (wanted.cells_per_wave * finest),
                                most_kr * c / (2 * kPi * kSphere * 1.01 * bound.radius));
  const double mm = 1e3 * request.shown_scale;
  const auto reachable = modes_below(omegas, plan.max_frequency);
  struct Choice {
    TransferPlan plan;
    double cells;  // through a wall
  };
  std::vector<Choice> choices;  // the finest walls first
  const bool fine = request.quality == TransferQuality::fine;
  double coarsest = 0;
  bool skipped = false;
  for (const Walls& how : kWalls) {
    double share = fine ? how.fine : how.normal;
    if (plan.slender && share == kCheap) share = kOfSlender;
    coarsest = std::min(bound.radius / wanted.cells_per_bound,
                        wall / how.cells + 2 * how.thickening * bound.radius);
    skipped |= share == 1 && coarsest < finest;
    if (coarsest < finest) continue;
    TransferPlan one = plan;
    one.request.most_seconds *= share;
    plan_within(one, omegas, half, wall,
                {wanted.cells_per_wave, finest, coarsest, bound.radius / wanted.cells_per_bound,
                 std::min(bound.radius / wanted.cells_per_bound,
                          wall / how.cells + 2 * how.short_waves * bound.radius),
                 kShortWaves * c / bound.radius, share < 1});
    one.request = request;
    const bool all = modes_below(omegas, one.max_frequency) == reachable;
    if (share == 1 || all) choices.push_back({std::move(one), how.cells});
    if (all) break;
  }
  if (choices.empty())
    fail(
        "walls of {:.3g} mm need cells of {:.3g} mm; {:.3g} mm are the finest for a body of this "
        "size at this quality",
        mm * wall, mm * coarsest, mm * finest);
  const auto modes_of = [&](const Choice& one) {
    return static_cast<double>(modes_below(omegas, one.plan.max_frequency));
  };
  const double most = modes_of(choices.back());
  const auto chosen = std::find_if(choices.begin(), choices.end(), [&](const Choice& one) {
    return modes_of(one) >= (1 - kMostLostModes) * most;
  });
  if (chosen->plan.bands.empty() && !omegas.empty())
    chosen->plan.warning = "even its lowest mode would need more cells or time than one body gets";
  else if (!chosen->plan.bands.empty() && (fine ? chosen->cells < 2 : skipped))
    chosen->plan.warning = fmt::format(
        "walls of {:.3g} mm get cells of {:.3g} mm, not the two of quality fine, which {}",
        mm * wall, mm * chosen->plan.bands.back().cell,
        skipped ? "are too many for a body of this size" : "would take too long");
  return chosen->plan;
}

}  // namespace peal
