// When the factor of an earlier step of a rod may serve again. A solution with an old factor lowers
// the residual by a ratio, its decline, that grows as the rod moves away from where the factor was
// made, slowly against a step. In: declines as they were measured. Out: whether the factor is worth
// keeping, and what a solution will leave. Real-time safe.
#pragma once
#include <algorithm>

#include "physics/rods/rod_bytes.h"

namespace peal {

struct KeptFactor {
  /// A solution and a look cost 40 ns a point, a new factor 35 more: two old ones at most.
  static constexpr double kMargin = 4;    // by which a decline may have grown unseen
  static constexpr int kMostUnseen = 16;  // [steps]
  static constexpr int kRest = 16;        // [steps] without trying again

  bool there = false;
  int age = 0;         // steps since the one that made it
  int unseen = 0;      // steps since its decline was measured
  int rest = 0;        // steps for which each gets a factor of its own
  double decline = 1;  // ratio of the residual after a solution to that before; 1: not known

  /// Another step begins.
  void next_step() {
    if (rest > 0 && --rest == 0) age = 0;
    ++age, ++unseen;
  }
  bool serves() const { return there && rest == 0; }
  /// The step needs a factor of its own; one that was so short of life is not worth a trial soon.
  void renew() {
    if (age <= 1 && rest == 0) rest = kRest;
    there = true, age = 0, unseen = kMostUnseen, decline = 1;
  }
  void drop() { there = false, age = 0, unseen = kMostUnseen, rest = 0, decline = 1; }
  void measured(double ratio) { decline = std::min(ratio, 1.0), unseen = 0; }
  /// Nobody need look what a solution leaves when the decline was seen not long ago.
  bool known() const { return age > 0 && unseen <= std::min(age / 2, kMostUnseen - 1); }

  void save(std::vector<std::byte>& out) const {
    put_bytes(out, there);
    for (const int count : {age, unseen, rest}) put_bytes(out, count);
    put_bytes(out, decline);
  }
  void load(std::span<const std::byte>& in) {
    take_bytes(in, there);
    for (int* count : {&age, &unseen, &rest}) take_bytes(in, *count);
    take_bytes(in, decline);
  }
};

}  // namespace peal
