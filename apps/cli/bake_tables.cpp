#include "bake_tables.h"

#include <algorithm>

#include "bake_parts.h"
#include "base/progress.h"
#include "models/bake/transfer_library.h"

namespace peal {
namespace {

std::string time_text(const TransferRow& row) {
  switch (row.state) {
    case TransferRow::State::modes_first:
      return "modes first";
    case TransferRow::State::kept:
      return "kept";
    case TransferRow::State::approximate:
      return "approximate radiation";
    case TransferRow::State::open:
      break;
  }
  return format_duration(row.seconds);
}

}  // namespace

void print_plan(const BakePlan& plan, const PulseCache& cache, bool force) {
  const auto is_kept = [&](const BakeUnit& unit) { return !force && cache.holds(unit.key); };
  const bool work = std::any_of(plan.units.begin(), plan.units.end(),
                                [&](const BakeUnit& unit) { return !is_kept(unit); });
  const double rate = work ? measure_pulse_rate() : 1;
  std::size_t width = 4;
  for (const BakeUnit& unit : plan.units) width = std::max(width, unit.object.size());
  if (!plan.units.empty())
    fmt::print("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>10}  {:>8}  {:>8}  {:>8}  scene\n", "unit",
               "body", width, "objects", "cell mm", "cells", "cell-steps", "time", "memory",
               "disk");
  double seconds = 0, disk = 0, memory = 0;
  for (std::size_t i = 0; i < plan.units.size(); ++i) {
    const BakeUnit& unit = plan.units[i];
    const bool kept = is_kept(unit);
    const double time = unit.plan.cell_steps / rate;
    if (!kept) seconds += time, disk += unit.disk, memory = std::max(memory, unit.plan.bytes);
    fmt::print("{:>4}  {:<{}}  {:>7}  {:>7.3g}  {:>4}^3  {:>10.2e}  {:>8}  {:>8}  {:>8}  {}\n",
               i + 1, unit.object, width, unit.objects, 1e3 * unit.plan.cell, unit.plan.cells,
               unit.plan.cell_steps, kept ? "kept" : format_duration(time),
               size_text(unit.plan.bytes), size_text(unit.disk), unit.scene);
  }
  if (work)
    fmt::print("estimate: {} at {:.2g} cell-steps per second, {} of memory, {} on disk in {}\n",
               format_duration(seconds), rate, size_text(memory), size_text(disk),
               cache.folder().string());
  else if (!plan.units.empty())
    fmt::print("nothing to do: everything is in {}\n", cache.folder().string());
  if (plan.balls + plan.proxies > 0)
    fmt::print("{} object{} no field: {} ball{}, {} small enough for an ellipsoid or in draft{}\n",
               plan.balls + plan.proxies, plan.balls + plan.proxies == 1 ? " needs" : "s need",
               plan.balls, plan.balls == 1 ? "" : "s", plan.proxies,
               plan.proxies > 0 ? " (an ellipsoid does not sound when it turns)" : "");
  if (plan.units.empty() && plan.failures.empty() && plan.balls + plan.proxies == 0)
    fmt::print("nothing to do: no click here needs a field\n");
  std::fflush(stdout);
}

void print_transfer_plan(const TransferBakePlan& plan, const std::filesystem::path& cache,
                         bool dry_run) {
  if (dry_run)
    for (const std::string& text : plan.failures) print_failure(text);
  if (plan.rows.empty()) return;
  double seconds = 0, memory = 0;
  std::size_t width = 4, unknown = 0, work = 0;
  for (const TransferRow& row : plan.rows) {
    width = std::max(width, row.object.size());
    unknown += row.state == TransferRow::State::modes_first;
    work += row.state == TransferRow::State::open;
    seconds += row.seconds, memory = std::max(memory, row.bytes);
  }
  fmt::print("transfer  {:<{}}  {:>7}  {:>11}  {:>8}  scene\n", "body", width, "modes", "time",
             "memory");
  for (std::size_t i = 0; i < plan.rows.size(); ++i) {
    const TransferRow& row = plan.rows[i];
    const bool known = row.state != TransferRow::State::modes_first;
    fmt::print("{:>8}  {:<{}}  {:>7}  {:>11}  {:>8}  {}\n", i + 1, row.object, width,
               known ? std::to_string(row.modes) : "?", time_text(row),
               row.state == TransferRow::State::open ? size_text(row.bytes) : "", row.scene);
  }
  const auto folder = (cache / TransferKind::kFolder).string();
  if (unknown > 0)
    fmt::print("transfers: what {} of them cost{} is known when their modes are computed\n",
               unknown, unknown == 1 ? "s" : "");
  if (work > 0)
    fmt::print("estimate of {}transfers: {}, {} of memory, in {}\n",
               unknown > 0 ? "the other " : "", format_duration(seconds), size_text(memory),
               folder);
  else if (unknown == 0 && plan.warnings.empty())
    fmt::print("no transfer to compute: everything is in {}\n", folder);
  std::fflush(stdout);
  if (dry_run)
    for (const std::string& text : plan.warnings) fmt::print(stderr, "warning: {}\n", text);
}

}  // namespace peal
