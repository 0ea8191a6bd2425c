// Where a simulation keeps what is too much for memory, and how it goes on after it was killed.
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "motion/tape_writer.h"

namespace peal {

struct Recording {
  std::filesystem::path tape;  // file to write; empty: one without a name that goes with the take
  std::filesystem::path checkpoint;  // file to go on from, and to write now and then; empty: none
  double most_bytes = 1e300;         // of the tape: then the rest is simulated while it is heard
  double every = 10;                 // [s] of the computer's time between checkpoints
  std::vector<std::unique_ptr<TapeWriter>> writers;  // beside events and shapes
};

}  // namespace peal
