// The transfer records of all bodies of a render: each different body is computed once, or taken
// from the cache, whatever its size (models/bake/transfer_problem.h). Records are rounded as the
// cache rounds them, so that a render sounds the same whether its fields were computed now or
// found.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "models/bake/record_library.h"
#include "models/bake/transfer_problem.h"

namespace peal {

/// Change it when the solvers give other numbers: older entries are then no longer found.
inline constexpr int kTransferVersion = 8;

/// [m] from the origin to the farthest point of a body as it is computed, whatever its size:
/// solvers know millimetres and kilohertz.
inline constexpr double kComputedLength = 0.1;

struct TransferKind {
  static constexpr const char* kFolder = "transfer";
  static constexpr const char* kEnding = ".transfer";
  static constexpr const char* kOther = "holds the transfer of another body";
  static TransferRecord read(const std::filesystem::path& path, std::string& about);
  static void write(const std::filesystem::path& path, const TransferRecord& record,
                    const std::string& about);
};
using TransferCache = RecordCache<TransferRecord, TransferKind>;

/// Of everything the record depends on: surface, modes, request, version.
std::string transfer_key(const TransferProblem& problem, const TransferRequest& request);

class TransferLibrary {
 public:
  using Progress = std::function<void(double part)>;  // 0 .. 1 of one record
  /// Surface and modes of a body of 0.1 m in the air of the request => its record, in SI.
  using Compute =
      std::function<TransferRecord(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                   const TransferRequest& request, const Progress& progress)>;

  explicit TransferLibrary(TransferCache cache, Compute compute)
      : library_(std::move(cache)), compute_(std::move(compute)) {}

  /// Says what will be asked for. Of copies of different size the larger ones have more modes below
  /// the same limit: when all are planned first, one computation reaches far enough for all.
  void plan(const TriangleMesh& surface, std::span<const ModeShape> modes,
            const TransferRequest& request);

  /// Closed surface in the body frame [m]; modes by ascending frequency. The record holds the first
  /// modes, as many as the solver can compute. Stops when the body cannot be computed.
  std::shared_ptr<const TransferRecord> get(const TriangleMesh& surface,
                                            std::span<const ModeShape> modes,
                                            const TransferRequest& request,
                                            const Progress& progress = {});

  /// Of the cache's entry that get() looks for when all has been planned.
  std::string key_of(const TriangleMesh& surface, std::span<const ModeShape> modes,
                     const TransferRequest& request);
  /// From now on what the cache has is computed again and replaced.
  void compute_anew() { library_.compute_anew(); }

  const TransferCache& cache() const { return library_.cache(); }
  int computed() const { return library_.computed(); }
  int found() const { return library_.found(); }
  std::vector<std::string> warnings() const { return library_.warnings(); }
  void warn(const std::string& text) { library_.warn(text); }

 private:
  using Problem = std::shared_ptr<const TransferProblem>;
  Problem largest_of(const Problem& problem, const TransferRequest& request);
  void forget_shapes(const Problem& problem, const TransferRequest& request);
  TransferRecord compute(const TransferProblem& problem, const TransferRequest& request,
                         const Progress& progress) const;

  RecordLibrary<TransferRecord, TransferKind> library_;
  Compute compute_;
  std::mutex mutex_;
  std::map<std::string, Problem> planned_;  // the most modes of each body
};

}  // namespace peal
