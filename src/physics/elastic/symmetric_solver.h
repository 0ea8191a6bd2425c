// Sparse L D L^T of a symmetric, possibly indefinite matrix, on sequential MUMPS.
// Enters: lower triangle in compressed columns. Leaves: solutions, and the number of negative
// pivots, which by Sylvester's law of inertia is the number of negative eigenvalues. MUMPS keeps
// hidden state in its C interface: calls from several threads take turns. The same matrix gives the
// same bits in every process: the ordering is one without threads and random numbers, and OpenBLAS
// is set to one thread for the whole process, because its thread count changes the last bits.
#pragma once
#include <memory>
#include <vector>

namespace peal {

class SymmetricSolver {
 public:
  /// Columns [column_begin[c], column_begin[c+1]) of `rows`, zero-based, lower triangle with
  /// diagonal. Unknowns come in consecutive groups of `group` (3 for displacements). Orders the
  /// elimination.
  SymmetricSolver(int size, const int* column_begin, const int* rows, int group);
  ~SymmetricSolver();
  SymmetricSolver(const SymmetricSolver&) = delete;
  SymmetricSolver& operator=(const SymmetricSolver&) = delete;

  /// Floating-point operations and stored numbers of one factorisation, from the ordering alone.
  double estimated_flops() const;
  double estimated_entries() const;

  /// Values in the order of the pattern.
  void factor(std::vector<double> values);
  int negative_pivots() const;
  /// X := A^-1 X for `columns` right-hand sides stored one after the other.
  void solve(double* x, int columns = 1);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace peal
