#include "models/bake/transfer_library.h"

#include <algorithm>

#include "models/bake/transfer_file.h"

namespace peal {
namespace {

std::string transfer_body_key(const TransferProblem& problem, const TransferRequest& request) {
  // The air is in the problem; the scale is for messages.
  const auto& [air, quality, most_seconds, shown_scale] = request;
  Hasher hasher;
  hasher.add("transfer").add(kTransferVersion).add(static_cast<int>(quality)).add(problem.body);
  if (most_seconds != usual_seconds(quality)) hasher.add(most_seconds);
  return hasher.result().hex();
}

bool begins_with(const TransferProblem& all, const TransferProblem& first) {
  return all.modes.size() >= first.modes.size() &&
         std::equal(first.modes.begin(), first.modes.end(), all.modes.begin());
}

}  // namespace

TransferRecord TransferKind::read(const std::filesystem::path& path, std::string& about) {
  TransferFile file = read_transfer_file(path, Hdf5Origin::own_cache);
  if (!file.hashed) fail("{}: damaged: it has no hash", path.string());
  about = file.about;
  return std::move(file.record);
}

void TransferKind::write(const std::filesystem::path& path, const TransferRecord& record,
                         const std::string& about) {
  write_transfer_file(path, record, about);
}

std::string transfer_key(const TransferProblem& problem, const TransferRequest& request) {
  Hasher hasher;
  hasher.add(transfer_body_key(problem, request)).add(problem.modes.size());
  for (const Hash128& mode : problem.modes) hasher.add(mode);
  return hasher.result().hex();
}

/// The planned problem that begins with this one, or this one when there is none.
TransferLibrary::Problem TransferLibrary::largest_of(const Problem& problem,
                                                     const TransferRequest& request) {
  const std::lock_guard lock(mutex_);
  Problem& planned = planned_[transfer_body_key(*problem, request)];
  if (!planned || begins_with(*problem, *planned)) planned = problem;
  return begins_with(*planned, *problem) ? planned : problem;
}

/// The record is there: only what tells bodies apart is still needed.
void TransferLibrary::forget_shapes(const Problem& problem, const TransferRequest& request) {
  const std::lock_guard lock(mutex_);
  Problem& planned = planned_[transfer_body_key(*problem, request)];
  if (planned != problem || problem->shapes.empty()) return;
  TransferProblem names;
  names.body = problem->body, names.modes = problem->modes;
  planned = std::make_shared<const TransferProblem>(std::move(names));
}

void TransferLibrary::plan(const TriangleMesh& surface, std::span<const ModeShape> modes,
                           const TransferRequest& request) {
  largest_of(std::make_shared<const TransferProblem>(transfer_problem(surface, modes, request.air)),
             request);
}

std::string TransferLibrary::key_of(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                    const TransferRequest& request) {
  const auto own =
      std::make_shared<const TransferProblem>(transfer_problem(surface, modes, request.air));
  return transfer_key(*largest_of(own, request), request);
}

TransferRecord TransferLibrary::compute(const TransferProblem& problem,
                                        const TransferRequest& request,
                                        const Progress& progress) const {
  const Air air;
  TransferRequest usual = request;
  usual.air = air;
  usual.shown_scale = problem.length / kComputedLength;
  TriangleMesh surface = problem.surface;
  for (Vec3& x : surface.vertices) x *= kComputedLength;
  std::vector<ModeShape> modes;
  for (std::size_t i = 0; i < problem.omega.size(); ++i)
    modes.push_back({problem.omega[i] * air.speed_of_sound / kComputedLength, problem.shapes[i]});
  const TransferRecord record = compute_(surface, modes, usual, progress);
  check_transfer(record, "the computed field");
  if (record.modes.size() > modes.size())
    fail("the computed field: {} modes for {}", record.modes.size(), modes.size());
  const std::vector<double> same(record.modes.size(), 1.0);
  TransferRecord unit = rescaled(record, 1 / kComputedLength, {1, 1}, same);
  for (std::size_t i = 0; i < unit.modes.size(); ++i) unit.modes[i].omega = problem.omega[i];
  round_transfer(unit);
  return unit;
}

std::shared_ptr<const TransferRecord> TransferLibrary::get(const TriangleMesh& surface,
                                                           std::span<const ModeShape> modes,
                                                           const TransferRequest& request,
                                                           const Progress& progress) {
  const auto own =
      std::make_shared<const TransferProblem>(transfer_problem(surface, modes, request.air));
  const Problem all = largest_of(own, request);
  const std::shared_ptr<const TransferRecord> unit =
      library_.get(transfer_key(*all, request), [&] { return compute(*all, request, progress); });
  forget_shapes(all, request);
  return std::make_shared<const TransferRecord>(to_si(*unit, *own, request.air, modes));
}

}  // namespace peal
