#include "tools/bake/transfer_bake.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "models/bake/transfer_compute.h"
#include "tools/bake/ringing_modes.h"

namespace peal {
namespace {

/// Which records are this process' own: each once, whatever scenes need it.
class Selection {
 public:
  explicit Selection(const TransferBake& bake) : bake_(bake) {}
  bool takes(const TransferUnit& unit) {
    if (!seen_.insert(unit.key).second) return false;
    if (!bake_.share.has(count_++)) return false;
    return bake_.forced.has(mine_++);
  }

 private:
  const TransferBake& bake_;
  std::set<std::string> seen_;
  std::size_t count_ = 0, mine_ = 0;
};

std::string approximate_radiation(const TransferUnit& unit, const std::string& error) {
  return fmt::format("{}: its modes reach the air by approximate radiation: {}", unit.name, error);
}

TransferPlan plan_of(const TransferUnit& unit) {
  std::vector<double> omegas;
  for (const ModeShape& mode : unit.body->mode_shapes()) omegas.push_back(mode.omega);
  return planned_transfer(unit.body->transfer_surface(), omegas,
                          transfer_request(unit.body->request()));
}

/// [s] expected; nothing for what only approximate radiation can do.
double cost_of(const TransferUnit& unit) {
  try {
    return plan_of(unit).expected_seconds;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {  // it will be said when it is computed
    return 0;
  }
}

/// A scene that cannot be rendered: a line, and the others go on.
template <class Action>
bool succeeds(const std::string& name, const std::function<void(const std::string&)>& failed,
              const Action& action) {
  try {
    action();
    return true;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    if (failed) failed(fmt::format("{}: {}", name, error.what()));
    return false;
  }
}

/// Returns how many could not be kept.
int make_transfers(RingingScene& scene, const std::vector<TransferUnit>& units,
                   const TransferBake& bake) {
  constexpr double kTicks = 1000;
  TransferLibrary& library = scene.transfers();
  if (bake.force) library.compute_anew();
  int failures = 0;
  std::vector<std::size_t> modes(units.size());
  std::optional<Progress> progress;
  SharedWork work;
  work.folder = library.cache().folder();
  work.force = bake.force;
  for (const TransferUnit& unit : units) work.units.push_back({unit.key, unit.name, cost_of(unit)});
  work.find = [&](std::size_t i) {
    return library.cache()
        .load(units[i].key,
              [&](const std::string& text) {
                if (bake.warn_entry) bake.warn_entry(fmt::format("{}: {}", units[i].name, text));
              })
        .has_value();
  };
  work.make = [&](std::size_t i, const std::function<void(double)>& part) {
    const TransferUnit& unit = units[i];
    if (const std::string warning = plan_of(unit).warning; !warning.empty() && bake.warn)
      bake.warn(fmt::format("{}: {}", unit.name, warning));
    modes[i] = library
                   .get(unit.body->transfer_surface(), unit.body->mode_shapes(),
                        transfer_request(unit.body->request()), part)
                   ->modes.size();
  };
  work.finished = [&](std::size_t i, const UnitEnd& end) {
    const TransferUnit& unit = units[i];
    if (end.state == UnitState::kept) return;
    if (end.state == UnitState::failed) {
      if (bake.warn) bake.warn(approximate_radiation(unit, end.error));
    } else if (!library.cache().holds(unit.key)) {
      ++failures;
      const std::vector<std::string> why = library.warnings();
      if (bake.not_kept)
        bake.not_kept(fmt::format("{}: {}", unit.name,
                                  why.empty() ? "its transfer could not be kept" : why.back()));
    } else if (bake.finished) {
      std::error_code error;
      const auto bytes = std::filesystem::file_size(library.cache().path_of(unit.key), error);
      bake.finished(
          {unit.object, end.state, end.seconds, error ? 0 : static_cast<double>(bytes), modes[i]});
    }
  };
  work.warn = bake.warn_entry;
  if (!bake.quiet)
    work.progress = [&](double part) {
      if (!progress) progress.emplace("transfers", static_cast<std::uint64_t>(kTicks));
      progress->set(static_cast<std::uint64_t>(kTicks * part));
    };
  share_work(work);
  if (progress) progress->finish();
  return failures;
}

}  // namespace

TransferBakePlan plan_transfers(const std::vector<Scene>& scenes, const TransferBake& bake) {
  TransferBakePlan plan;
  Selection selection(bake);
  const auto add = [&](RingingScene& scene) {
    std::vector<const WantedBody*> known;
    for (const WantedBody* body : scene.bodies())
      if (scene.modes().cached(body->request))
        known.push_back(body);
      else
        plan.rows.push_back({body->name, scene.file(), TransferRow::State::modes_first});
    for (const TransferUnit& unit : scene.units(known)) {
      if (!selection.takes(unit)) continue;
      TransferRow row{unit.object, scene.file(), TransferRow::State::kept, unit.body->modes()};
      try {
        throw_if_interrupted();
        if (bake.force || !scene.transfers().cache().holds(unit.key)) {
          const TransferPlan one = plan_of(unit);
          if (!one.warning.empty())
            plan.warnings.push_back(fmt::format("{}: {}", unit.name, one.warning));
          row.state = TransferRow::State::open;
          row.seconds = one.expected_seconds, row.bytes = one.bytes;
        }
      } catch (const Interrupted&) {
        throw;
      } catch (const std::exception& error) {
        row.state = TransferRow::State::approximate;
        plan.warnings.push_back(approximate_radiation(unit, error.what()));
      }
      plan.rows.push_back(std::move(row));
    }
  };
  const auto failed = [&](const std::string& text) { plan.failures.push_back(text); };
  for (const Scene& scene : scenes)
    succeeds(scene.file, failed, [&] {
      RingingScene ringing(scene, bake.folder);
      add(ringing);
    });
  return plan;
}

int bake_transfers(const std::vector<Scene>& scenes, const TransferBake& bake) {
  int failures = 0;
  Selection selection(bake);
  const auto without_modes = [&](const std::string& text) {
    ++failures;
    if (bake.failed) bake.failed(text);
  };
  // One scene after the other: only its own bodies are in memory.
  for (const Scene& scene : scenes)
    failures += !succeeds(scene.file, bake.failed, [&] {
      RingingScene ringing(scene, bake.folder);
      if (ringing.bodies().empty()) return;
      std::vector<TransferUnit> units =
          ringing.units(make_modes(ringing, bake.folder, bake.quiet, without_modes));
      std::erase_if(units, [&](const TransferUnit& unit) { return !selection.takes(unit); });
      failures += make_transfers(ringing, units, bake);
    });
  return failures;
}

}  // namespace peal
