#include "bake_transfers.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "models/bake/shared_work.h"
#include "models/bake/transfer_compute.h"
#include "ringing_modes.h"

namespace peal {
namespace {

constexpr double kTicks = 1000;  // of a bar

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

std::string approximate_radiation(const TransferUnit& unit, const std::exception& error) {
  return fmt::format("warning: {}: its modes reach the air by approximate radiation: {}", unit.name,
                     error.what());
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

struct Row {
  std::string object, modes, time, memory, scene;
};

class TransferWork {
 public:
  TransferWork(RingingScene& scene, std::vector<TransferUnit> units, const TransferBake& bake)
      : library_(scene.transfers()),
        units_(std::move(units)),
        bake_(bake),
        claims_(library_.cache().folder()),
        parts_(units_.size(), 0) {
    for (const TransferUnit& unit : units_) costs_.push_back(cost_of(unit));
    remove_old_parts(library_.cache().folder());
    if (bake.force) library_.compute_anew();
  }

  int all() {
    for (std::size_t i = 0; i < units_.size(); ++i) look_up(i);
    SharedWork work;
    for (const TransferUnit& unit : units_) work.keys.push_back(unit.key);
    work.is_done = [&](std::size_t i) {
      if (parts_[i] < 1 && look_up(i)) say(i, "made by another process");
      return parts_[i] == 1;
    };
    work.make = [&](std::size_t i, Claim& claim) { make(i, claim); };
    work.taken_over = [&](std::size_t i, const std::string& note) {
      print_over_bar(stderr,
                     fmt::format("warning: {}: {}; it is computed again", units_[i].name, note));
    };
    work.waiting = [&] { report(); };
    share_work(claims_, work);
    if (progress_) progress_->finish();
    return failures_;
  }

 private:
  /// Whole and readable in the cache.
  bool look_up(std::size_t i) {
    if (bake_.force) return false;
    if (!library_.cache().load(units_[i].key, [&](const std::string& text) {
          print_over_bar(stderr, fmt::format("warning: {}: {}", units_[i].name, text));
        }))
      return false;
    claims_.tidy(units_[i].key);
    parts_[i] = 1;
    return true;
  }

  void make(std::size_t i, Claim& claim) {
    const TransferUnit& unit = units_[i];
    const auto start = std::chrono::steady_clock::now();
    try {
      const std::string warning = plan_of(unit).warning;
      if (bake_.speaks && !warning.empty())
        print_over_bar(stderr, fmt::format("warning: {}: {}", unit.name, warning));
      const auto record = library_.get(unit.body->transfer_surface(), unit.body->mode_shapes(),
                                       transfer_request(unit.body->request()), [&](double part) {
                                         throw_if_interrupted();
                                         claim.set_part(part);
                                         parts_[i] = std::min(part, 0.999);
                                         report();
                                       });
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      if (!library_.cache().holds(unit.key)) {
        ++failures_;
        const std::vector<std::string> why = library_.warnings();
        print_failure(fmt::format("{}: {}", unit.name,
                                  why.empty() ? "its transfer could not be kept" : why.back()));
      } else {
        say(i, fmt::format("{}, transfer of {} modes", format_duration(spent.count()),
                           record->modes.size()));
      }
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      if (bake_.speaks) print_over_bar(stderr, approximate_radiation(unit, error));
    }
    parts_[i] = 1;
  }

  void say(std::size_t i, const std::string& how) const {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(library_.cache().path_of(units_[i].key), error);
    if (bake_.speaks)
      print_over_bar(stdout, fmt::format("{}  {}, {}", units_[i].object, how,
                                         size_text(error ? 0 : static_cast<double>(bytes))));
  }

  /// Part of all seconds expected.
  double done() const {
    double sum = 0, all = 0;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      sum += costs_[i] * (parts_[i] > 0 ? parts_[i] : claims_.part_of(units_[i].key));
      all += costs_[i];
    }
    return all > 0 ? sum / all : 0;
  }
  void report() {
    const auto now = std::chrono::steady_clock::now();
    if (!bake_.speaks || bake_.quiet || now - reported_ < kWorkPoll) return;
    reported_ = now;
    if (!progress_) progress_.emplace("transfers", static_cast<std::uint64_t>(kTicks));
    progress_->set(static_cast<std::uint64_t>(kTicks * done()));
  }

  TransferLibrary& library_;
  std::vector<TransferUnit> units_;
  const TransferBake& bake_;
  ClaimBoard claims_;
  std::vector<double> parts_;  // done, 0 .. 1
  std::vector<double> costs_;  // [s] expected
  int failures_ = 0;
  std::optional<Progress> progress_;
  std::chrono::steady_clock::time_point reported_{};
};

}  // namespace

void print_transfer_plan(const std::vector<Scene>& scenes, const TransferBake& bake) {
  std::vector<Row> rows;
  std::vector<std::string> warnings;
  double seconds = 0, memory = 0;
  std::size_t width = 4, unknown = 0, work = 0;
  Selection selection(bake);
  const auto add = [&](RingingScene& scene) {
    std::vector<const WantedBody*> known;
    for (const WantedBody* body : scene.bodies())
      if (scene.modes().cached(body->request))
        known.push_back(body);
      else
        rows.push_back({body->name, "?", "modes first", "", scene.file()}), ++unknown;
    for (const TransferUnit& unit : scene.units(known)) {
      if (!selection.takes(unit)) continue;
      Row row{unit.object, std::to_string(unit.body->modes()), "kept", "", scene.file()};
      try {
        throw_if_interrupted();
        if (bake.force || !scene.transfers().cache().holds(unit.key)) {
          const TransferPlan plan = plan_of(unit);
          if (!plan.warning.empty())
            warnings.push_back(fmt::format("warning: {}: {}", unit.name, plan.warning));
          row.time = format_duration(plan.expected_seconds), row.memory = size_text(plan.bytes);
          seconds += plan.expected_seconds, memory = std::max(memory, plan.bytes), ++work;
        }
      } catch (const Interrupted&) {
        throw;
      } catch (const std::exception& error) {
        row.time = "approximate radiation";
        warnings.push_back(approximate_radiation(unit, error));
      }
      rows.push_back(std::move(row));
    }
  };
  for (const Scene& scene : scenes)
    succeeds(scene.file, bake.dry_run, [&] {
      RingingScene ringing(scene, bake.folder);
      add(ringing);
    });
  if (rows.empty()) return;
  for (const Row& row : rows) width = std::max(width, row.object.size());
  fmt::print("transfer  {:<{}}  {:>7}  {:>11}  {:>8}  scene\n", "body", width, "modes", "time",
             "memory");
  for (std::size_t i = 0; i < rows.size(); ++i)
    fmt::print("{:>8}  {:<{}}  {:>7}  {:>11}  {:>8}  {}\n", i + 1, rows[i].object, width,
               rows[i].modes, rows[i].time, rows[i].memory, rows[i].scene);
  const auto folder = (bake.folder / TransferKind::kFolder).string();
  if (unknown > 0)
    fmt::print("transfers: what {} of them cost{} is known when their modes are computed\n",
               unknown, unknown == 1 ? "s" : "");
  if (work > 0)
    fmt::print("estimate of {}transfers: {}, {} of memory, in {}\n",
               unknown > 0 ? "the other " : "", format_duration(seconds), size_text(memory),
               folder);
  else if (unknown == 0 && warnings.empty())
    fmt::print("no transfer to compute: everything is in {}\n", folder);
  std::fflush(stdout);
  if (bake.dry_run)
    for (const std::string& text : warnings) fmt::print(stderr, "{}\n", text);
}

int bake_transfers(const std::vector<Scene>& scenes, const TransferBake& bake) {
  int failures = 0;
  Selection selection(bake);
  // One scene after the other: only its own bodies are in memory.
  for (const Scene& scene : scenes)
    failures += !succeeds(scene.file, bake.speaks, [&] {
      RingingScene ringing(scene, bake.folder);
      if (ringing.bodies().empty()) return;
      std::vector<TransferUnit> units = ringing.units(make_modes(ringing, bake, failures));
      std::erase_if(units, [&](const TransferUnit& unit) { return !selection.takes(unit); });
      failures += TransferWork(ringing, std::move(units), bake).all();
    });
  return failures;
}

}  // namespace peal
