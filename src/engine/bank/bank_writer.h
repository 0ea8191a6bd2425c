// Writes a bank: bodies as they are while sound plays => the bytes of engine/bank/bank_format.h.
// The same bodies give the same bytes. For `peal pack` and for tests; the engine itself reads only.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/constants.h"
#include "engine/bank/bank_packing.h"
#include "engine/bank/bank_reader.h"

namespace peal {

struct BankContents {
  double rate = 48000;  // [Hz]
  Air air;
  PlayMaterial ground;
  std::vector<PlayBody> bodies;  // what they point to must outlive the call
  BankPrecision precision;
  struct Object {
    std::string name;
    int body = 0;
    bool is_static = false;
  };
  std::vector<Object> objects;
};

/// False, with a sentence, when the bank could not be read again: numbers out of range.
bool write_bank(const BankContents& contents, std::vector<std::byte>& bytes, BankError& error);

/// Bytes that a body takes in a bank, and what for.
struct BankBytes {
  std::size_t modes = 0, surface = 0, shapes = 0, transfer = 0, click = 0;
  std::size_t all() const { return modes + surface + shapes + transfer + click; }
};
BankBytes bank_bytes(const PlayBody& body, const BankPrecision& precision = {});

}  // namespace peal
