// How much things of one kind differ because they were made one by one.
#pragma once
#include <cstdint>

namespace peal {

/// Standard deviations.
struct ManufactureSpread {
  double pitch = 0;      // of ln f, all modes together
  double mode = 0;       // of ln f, of each mode besides
  double splitting = 0;  // of the relative distance of two modes that symmetry makes equal
  double damping = 0;    // of ln sigma, all modes together; of the body's own loss

  bool operator==(const ManufactureSpread&) const = default;
};

/// Which of them a thing is. The first copy is as computed.
struct ManufacturedCopy {
  ManufactureSpread spread;
  std::uint64_t seed = 0, object = 0;  // of the scene; of what it is a copy of: source_number()
  std::uint32_t copy = 0;

  bool nominal() const noexcept { return copy == 0 || spread == ManufactureSpread{}; }
};

}  // namespace peal
