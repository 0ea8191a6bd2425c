#include "physics/elastic/symmetric_solver.h"

#include <dmumps_c.h>

#include <mutex>
#include <string>

#include "base/error.h"

extern "C" void openblas_set_num_threads(int threads);

namespace peal {
namespace {

constexpr int kUseCommWorld = -987654;
constexpr int kInitialise = -1, kTerminate = -2, kAnalyse = 1, kFactor = 2, kSolve = 3;
// Orderings of the elimination. Scotch runs threads that race: every call of it gives another order
// and so other last digits. PORD and QAMD are sequential and draw no random numbers.
constexpr int kScotch = 3, kPord = 4, kQuasiDense = 6;

std::mutex& mumps_turn() {
  static std::mutex turn;
  return turn;
}

std::string explain(int code, int detail) {
  switch (code) {
    case -5:
    case -7:
    case -13:
      return "not enough memory; use a coarser mesh";
    case -6:
    case -10:
      return "the matrix is singular; some part of the body is neither held nor massive";
    case -8:
    case -9:
    case -14:
    case -15:
      return "its work space estimate was too small even after enlarging it";
    case -19:
      return "not enough memory within the allowed limit; use a coarser mesh";
    case -51:
    case -52:
      return "the mesh is too large for 32-bit indices; use a coarser mesh";
    default:
      return fmt::format("unexpected code, detail {}", detail);
  }
}

}  // namespace

struct SymmetricSolver::State {
  DMUMPS_STRUC_C id{};
  std::vector<int> rows, columns;  // one-based
  std::vector<double> values;

  int& control(int i) { return id.icntl[i - 1]; }
  int info(int i) const { return id.infog[i - 1]; }

  int call(int job) {
    const std::lock_guard lock(mumps_turn());
    id.job = job;
    dmumps_c(&id);
    return info(1);
  }
  void require(int job, const char* what) {
    if (const int code = call(job); code < 0)
      fail("{} a sparse matrix of {} unknowns failed (MUMPS error {}): {}", what, id.n, code,
           explain(code, info(2)));
  }
};

SymmetricSolver::SymmetricSolver(int size, const int* column_begin, const int* rows, int group)
    : state_(std::make_unique<State>()) {
  openblas_set_num_threads(1);
  State& s = *state_;
  s.id.par = 1;
  s.id.sym = 2;
  s.id.comm_fortran = kUseCommWorld;
  s.require(kInitialise, "preparing");
  for (const int stream : {1, 2, 3, 4}) s.control(stream) = stream == 4 ? 0 : -1;  // silent
  s.control(7) = kPord;
  s.control(6) = 0;    // no permutation by value: the analysis serves every shift
  s.control(12) = 1;   // ordinary ordering, for the same reason
  s.control(10) = 0;   // no iterative refinement
  s.control(14) = 30;  // [%] spare work space
  if (group > 1 && size % group == 0) s.control(15) = -group;

  const int entries = column_begin[size];
  s.rows.reserve(entries);
  s.columns.reserve(entries);
  for (int c = 0; c < size; ++c)
    for (int e = column_begin[c]; e < column_begin[c + 1]; ++e) {
      s.rows.push_back(rows[e] + 1);
      s.columns.push_back(c + 1);
    }
  s.id.n = size;
  s.id.nnz = entries;
  s.id.irn = s.rows.data();
  s.id.jcn = s.columns.data();
  s.require(kAnalyse, "ordering");
  if (s.info(7) == kScotch) {  // a MUMPS that was built without PORD chooses for itself
    s.control(7) = kQuasiDense;
    s.require(kAnalyse, "ordering");
  }
}

SymmetricSolver::~SymmetricSolver() { state_->call(kTerminate); }

double SymmetricSolver::estimated_flops() const { return state_->id.rinfog[0]; }

double SymmetricSolver::estimated_entries() const {
  const int entries = state_->info(20);  // negative: in millions
  return entries >= 0 ? entries : -1e6 * entries;
}

void SymmetricSolver::factor(std::vector<double> values) {
  State& s = *state_;
  s.values = std::move(values);
  s.id.a = s.values.data();
  // -8, -9, -14, -15: the work space estimated from the pattern was too small for the pivoting.
  for (int attempt = 0; attempt < 4; ++attempt) {
    const int code = s.call(kFactor);
    if (code >= 0) return;
    const bool too_small = code == -8 || code == -9 || code == -14 || code == -15;
    if (!too_small || attempt == 3)
      fail("factoring a sparse matrix of {} unknowns failed (MUMPS error {}): {}", s.id.n, code,
           explain(code, s.info(2)));
    s.control(14) *= 2;
  }
}

int SymmetricSolver::negative_pivots() const { return state_->info(12); }

void SymmetricSolver::solve(double* x, int columns) {
  State& s = *state_;
  s.id.rhs = x;
  s.id.nrhs = columns;
  s.id.lrhs = s.id.n;
  s.require(kSolve, "solving with");
}

}  // namespace peal
