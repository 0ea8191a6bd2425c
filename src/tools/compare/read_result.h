// A result of any program as probes: HDF5 and tables (io/data/pressure_probes.h), and sound
// files, whose channels are probes. The calibration that Peal writes into its sound files ("1.0
// = 2.5 Pa") is taken back, so that renders of different level compare in pascals.
#pragma once
#include <filesystem>

#include "io/data/pressure_probes.h"

namespace peal {

enum class ResultKind { probes, table, sound };

struct ResultFile {
  ResultKind kind = ResultKind::probes;
  PressureProbes data;
  double pascals = 0;  // [Pa] that 1.0 stood for in a sound file; 0: unknown, values are as in it
};

/// By content, then by ending. Stops with the way out when it is none of them.
ResultFile read_result(const std::filesystem::path& path);

}  // namespace peal
