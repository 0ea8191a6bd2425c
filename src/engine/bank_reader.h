// A bank: everything that bodies need to sound, in one flat block of bytes (engine/bank_format.h,
// docs/reference/bank-file.md), written by `peal pack`. Enters: bytes. Leaves: bodies whose spans
// point into those bytes. Whatever is wrong with the bytes ends in a sentence; they are checked
// completely (structure, hash, ranges), so that nothing that reads the bodies can leave them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "play/play_body.h"
#include "play/surface_tree.h"

namespace peal {

/// An object of the scene that was packed.
struct BankObject {
  const char* name = "";
  int body = 0;
  bool is_static = false;  // does not give way
};

/// What was wrong, one sentence; empty: nothing.
struct BankError {
  char text[256] = "";
};

class Bank {
 public:
  Bank() = default;
  Bank(Bank&&) = default;
  Bank& operator=(Bank&&) = default;
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  /// @param bytes must begin on a 64-byte boundary and outlive the bank. Allocates two lists, one
  /// entry per body and per object, and boxes around the triangles (100 bytes each). False: the
  /// error says why, and the bank is empty.
  bool open(std::span<const std::byte> bytes, BankError& error);

  double rate() const noexcept { return rate_; }                      // [Hz]
  double speed_of_sound() const noexcept { return speed_of_sound_; }  // [m/s]
  double air_density() const noexcept { return air_density_; }        // [kg/m^3]
  const PlayMaterial& ground() const noexcept { return ground_; }
  std::span<const PlayBody> bodies() const noexcept { return bodies_; }
  std::span<const BankObject> objects() const noexcept { return objects_; }
  /// Index into bodies() of a body, or of the body of an object, with this name; -1: none.
  int find(const char* name) const noexcept;
  std::uint64_t hash() const noexcept { return hash_; }

 private:
  double rate_ = 0, speed_of_sound_ = 0, air_density_ = 0;
  PlayMaterial ground_;
  std::vector<PlayBody> bodies_;
  std::vector<PlayClick> clicks_;   // of the bodies that have one
  std::vector<SurfaceTree> trees_;  // one per body
  std::vector<BankObject> objects_;
  std::uint64_t hash_ = 0;
};

}  // namespace peal
