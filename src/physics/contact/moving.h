// Whether two surfaces move on each other, with hysteresis: what rests must stay silent, and what
// moves must not flicker. Real-time safe.
#pragma once

namespace peal {

inline constexpr double kEnterSpeed = 0.010;  // [m/s] from rest to moving
inline constexpr double kLeaveSpeed = 0.003;  // [m/s] and back

class Moving {
 public:
  Moving() = default;
  explicit Moving(bool moves) noexcept : moves_(moves) {}
  /// @param speed [m/s]
  bool update(double speed) noexcept {
    return moves_ = speed > (moves_ ? kLeaveSpeed : kEnterSpeed);
  }
  explicit operator bool() const noexcept { return moves_; }

 private:
  bool moves_ = false;
};

}  // namespace peal
