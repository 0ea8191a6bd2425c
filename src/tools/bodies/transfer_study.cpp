#include "tools/bodies/transfer_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "models/bake/boundary_transfer.h"
#include "models/bake/transfer_compute.h"
#include "models/bake/transfer_file.h"
#include "models/bodies/body_geometry.h"
#include "physics/wave/bem/bem_transfer.h"
#include "tools/bodies/transfer_choice.h"

namespace peal {
namespace {

using Say = std::function<void(const std::string&)>;

/// Integral of (shape . n)^2 over the surface: S <v_n^2> of unit modal velocity.
double normal_motion(const TriangleMesh& surface, const Vec3* shape) {
  double sum = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Vec3 area = surface.area_vector(t);
    const double size = norm(area);
    if (!(size > 0)) continue;
    double v[3], all = 0;
    for (int k = 0; k < 3; ++k)
      v[k] = dot(shape[surface.triangles[t][k]], area) / size, all += v[k];
    sum += size / 12 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + all * all);
  }
  return sum;
}

/// Loudest direction over the mean of all [dB]. A grid of an eighth of the shortest turn misses at
/// most 0.3 dB of a maximum.
double directivity_of(const TransferRecord& record, const ModeTransfer& mode) {
  const ShellQuadrature shell(std::min(2 * mode.order + 4, 60));
  double most = 0;
  for (const Vec3& direction : shell.directions())
    most = std::max(most, std::norm(far_pressure(record, mode, direction)));
  const double mean =
      radiated_power(record, mode) * 2 * record.air.density * record.air.speed_of_sound / (4 * kPi);
  return 10 * std::log10(most / mean);
}

std::vector<TransferLine> lines_of(const TransferStudy& study) {
  const TransferRecord& record = study.record;
  std::vector<TransferLine> lines(record.modes.size());
  parallel_for(lines.size(), [&](std::size_t i) {
    const ModeTransfer& mode = record.modes[i];
    TransferLine& line = lines[i];
    line.number = static_cast<int>(i) + 1;
    line.frequency = mode.omega / (2 * kPi);
    line.ka = mode.omega / record.air.speed_of_sound * study.bound;
    line.efficiency = line.material_damping = std::nan("");
    if (mode.coefficients.empty()) return;
    line.order = mode.order;
    line.power = radiated_power(record, mode);
    line.damping = radiation_damping(record, mode);
    line.directivity = directivity_of(record, mode);
    line.error = mode.error;
    line.method = mode.method;
  });
  return lines;
}

std::string count_text(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string memory_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6)
                     : fmt::format("{:.3g} GB", bytes / 1e9);
}

std::string boundary_plan_text(std::size_t reached, std::size_t triangles) {
  return fmt::format("plan      boundary elements: {}, {} triangles, about {}, {}",
                     count_text(reached, "mode"), triangles,
                     format_duration(boundary_seconds(triangles, reached)),
                     memory_text(boundary_bytes(triangles)));
}

void say_plan(const TriangleMesh& surface, const std::vector<double>& omegas,
              const TransferRequest& request, bool on_grid, const Say& say) {
  const TransferPlan plan = planned_transfer(surface, omegas, request, on_grid);
  if (plan.triangles > 0) return say(boundary_plan_text(omegas.size(), plan.triangles));
  if (plan.bands.empty()) fail("{}; use a lower --quality, or --method bem", plan.warning);
  double finest = INFINITY, coarsest = 0;
  std::size_t fields = 0, reached = 0;
  for (const TransferBand& band : plan.bands) {
    finest = std::min(finest, band.cell), coarsest = std::max(coarsest, band.cell);
    fields += band.chords.size();
  }
  for (const double w : omegas) reached += w <= 2 * kPi * plan.max_frequency;
  say(fmt::format("plan      time domain: {} in {}, cells of {:.3g} to {:.3g} mm, about {}, {}",
                  count_text(reached, "mode"), count_text(fields, "field"), 1e3 * finest,
                  1e3 * coarsest, format_duration(plan.expected_seconds), memory_text(plan.bytes)));
  if (reached < omegas.size())
    say(fmt::format("note: {} above {:.0f} Hz would take too long; left out",
                    count_text(omegas.size() - reached, "mode"), plan.max_frequency));
  if (!plan.warning.empty()) say("warning: " + plan.warning);
}

void say_forced_boundary_plan(const TriangleMesh& surface, const std::vector<double>& omegas,
                              const TransferRequest& request, const Say& say) {
  const TriangleMesh coarse = boundary_elements(surface, HelmholtzBem::kMaxTriangles);
  const double highest = resolved_frequency(coarse, request.air);
  std::size_t reached = 0;
  for (const double w : omegas) reached += w < 2 * kPi * highest;
  if (reached == 0)
    fail(
        "boundary elements: the {} triangles of the surface resolve {:.0f} Hz, below the lowest "
        "mode at {:.0f} Hz; use a higher --quality or --method time",
        coarse.triangles.size(), highest, omegas.front() / (2 * kPi));
  say(boundary_plan_text(reached, coarse.triangles.size()));
  if (reached < omegas.size())
    say(fmt::format("note: {} above {:.0f} Hz would need smaller triangles; left out",
                    count_text(omegas.size() - reached, "mode"), highest));
}

}  // namespace

std::optional<TransferStudy> study_transfer(const TransferStudyRequest& asked) {
  TransferStudy study;
  study.name = asked.name;
  study.material = asked.body.material.name;
  study.frame = body_geometry(asked.body.shape)->frame;
  ModesLibrary modes_library(asked.use_cache ? ModesCache::of_user() : ModesCache());
  BodySoundRequest body_request = asked.body;
  body_request.radiation = Radiation::transfer;
  const BodySound body(body_request, modes_library);
  study.modes_found = static_cast<std::size_t>(body.modes());
  if (body.modes() == 0)
    fail("{} has no modes below {:.0f} Hz; the lowest is at {:.0f} Hz: raise --to", asked.name,
         asked.body.max_frequency, body.model().lowest_frequency);
  study.surface = body.transfer_surface();
  const std::vector<ModeShape> shapes = body.mode_shapes();
  std::vector<double> omegas;
  for (const ModeShape& mode : shapes) omegas.push_back(mode.omega);
  const Say say = asked.say ? asked.say : [](const std::string&) {};
  say(fmt::format("modes     {} of {}, {:.1f} to {:.1f} Hz", omegas.size(), asked.name,
                  omegas.front() / (2 * kPi), omegas.back() / (2 * kPi)));

  const TransferRequest request = transfer_request(asked.body);
  const TransferCache cache = transfer_cache(asked.choice, asked.use_cache);
  study.kept =
      cache.holds(transfer_key(transfer_problem(study.surface, shapes, request.air), request));
  if (study.kept)
    say(fmt::format("plan      nothing to compute: the transfer is in {}",
                    cache.folder().string()));
  else if (asked.choice == TransferChoice::boundary_elements)
    say_forced_boundary_plan(study.surface, omegas, request, say);
  else
    say_plan(study.surface, omegas, request, asked.choice == TransferChoice::time_domain, say);
  if (asked.plan_only) return {};

  constexpr double kTicks = 1000;
  std::optional<Progress> progress;
  const auto start = std::chrono::steady_clock::now();
  TransferLibrary library(cache, transfer_method(asked.choice));
  if (!study.kept)
    progress.emplace("transfer", static_cast<std::uint64_t>(kTicks),
                     ProgressOptions{.quiet = asked.quiet});
  study.record = *library.get(study.surface, shapes, request, [&](double part) {
    if (progress) progress->set(static_cast<std::uint64_t>(kTicks * part));
  });
  if (progress) progress->finish();
  study.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  study.kept = library.found() > 0;
  for (const std::string& warning : library.warnings()) say("warning: " + warning);

  for (const auto& t : study.surface.triangles)
    for (const int v : t)
      study.bound = std::max(study.bound, norm(study.surface.vertices[v] - study.record.centre));
  study.modes = lines_of(study);
  for (std::size_t i = 0; i < study.modes.size(); ++i) {
    TransferLine& line = study.modes[i];
    line.material_damping = body.own_decay()[i];
    const double moved = normal_motion(study.surface, shapes[i].shape.data());
    if (line.computed())
      line.efficiency =
          line.power / (0.5 * request.air.density * request.air.speed_of_sound * moved);
  }
  return study;
}

TransferStudy study_transfer_file(const std::filesystem::path& path) {
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) fail("there is no file '{}'", path.string());
  TransferStudy study;
  study.name = path.stem().string();
  study.record = read_transfer_file(path).record;
  study.bound = study.record.radius;
  study.kept = true;
  study.modes_found = study.record.modes.size();
  study.modes = lines_of(study);
  return study;
}

}  // namespace peal
