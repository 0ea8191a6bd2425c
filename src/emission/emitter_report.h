// What an emitter did, in words and numbers, by its own account: report.json is made of this and
// knows no emitter by its class.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace peal {

/// A value with the name that report.json shows; "radiation.method" lies within "radiation".
struct Fact {
  std::string name;
  std::variant<std::int64_t, double, std::string> value;
};

struct EmitterReport {
  std::vector<Fact> facts;            // of several emitters of one object whole numbers are added
  std::string silent_because;         // empty when it made a sound
  std::vector<std::string> warnings;  // one line each
};

}  // namespace peal
