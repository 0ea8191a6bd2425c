// A bank: everything that bodies need to sound, in one flat block of bytes
// (engine/bank/bank_format.h, docs/reference/bank-file.md), written by `peal pack`. Enters: bytes.
// Leaves: bodies whose spans point into those bytes. Whatever is wrong with the bytes ends in a
// sentence; they are checked completely (structure, hash, ranges), so that nothing that reads the
// bodies can leave them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "dsp/play_body.h"
#include "dsp/surface_tree.h"

namespace peal {

/// An object of the scene that was packed.
struct BankObject {
  const char* name = "";
  int body = 0;
  bool is_static = false;  // does not give way
};

/// What a body has that is not in the bank's bytes as it is used.
struct BankBodyMemory {
  std::vector<SurfaceBall> balls;
  SurfaceTree tree;
  std::vector<float> shapes, contact_shapes;
  AlignedVector<float> values, click;
};

/// What was wrong, one sentence; empty: nothing.
struct BankError {
  char text[256] = "";
};

struct BankOptions {
  /// [bytes] that open() may allocate; what needs more is refused before it is allocated, whatever
  /// the bytes say.
  double max_memory = 1e9;
  /// Nothing is made that sounds: bodies have no shapes, tables and trees; memory() says what it
  /// would take.
  bool measure = false;
};

class Bank {
 public:
  Bank() = default;
  Bank(Bank&&) = default;
  Bank& operator=(Bank&&) = default;
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  /// @param bytes must begin on a 64-byte boundary and outlive the bank. Allocates lists of bodies
  /// and objects, boxes around the triangles, and what is packed. False: the error says why, and
  /// the bank is empty.
  bool open(std::span<const std::byte> bytes, BankError& error, const BankOptions& options = {});
  /// [bytes] that it holds beside those that it was opened with.
  double memory() const noexcept { return memory_; }

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
  std::vector<PlayClick> clicks_;         // of the bodies that have one
  std::vector<BankBodyMemory> memories_;  // one per body
  std::vector<BankObject> objects_;
  std::uint64_t hash_ = 0;
  double memory_ = 0;
};

}  // namespace peal
