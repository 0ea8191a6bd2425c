// What a field decides: which of the results that are computed once and kept depend on it. Every
// declared field says it; keys of kept results are made from what the fields say (field_key.h), and
// tests/conformance/keys_test.cpp changes each field and looks at the keys.
#pragma once

namespace peal {

/// A set: Decides::motion | Decides::modes.
enum class Decides : unsigned {
  nothing = 0,    // notes for people
  motion = 1,     // takes
  modes = 2,      // modal analyses
  radiation = 4,  // transfers of modes, fields of clicks
  sound = 8,      // what is heard and written, and nothing that is kept
};

constexpr Decides operator|(Decides a, Decides b) {
  return static_cast<Decides>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(Decides set, Decides part) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(part)) == static_cast<unsigned>(part);
}

}  // namespace peal
