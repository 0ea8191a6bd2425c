// Which library this is, and how large its structs are.
#include <peal/engine_c.h>
#include <peal/instruments_c.h>

#include "engine/engine_c_sizes.h"

namespace peal {

std::string read_header(const peal_header* told, peal_header& out) {
  const peal_header own = peal_this_header();
  out = own;
  if (!told) return "";
  // The first version of these structs: nothing smaller was ever compiled.
  constexpr peal_header kLeast{0, 0, 72, 104, 80, 104, 80};
  const auto versions = [&] {
    const auto text = [](int v) {
      return std::to_string(v / 10000) + "." + std::to_string(v / 100 % 100) + "." +
             std::to_string(v % 100);
    };
    return "the program was compiled with headers of Peal " + text(told->version) +
           ", the library is " + text(own.version);
  };
  if (told->bytes != own.bytes)
    return versions() + ": peal_header has " + std::to_string(told->bytes) + " bytes there and " +
           std::to_string(own.bytes) + " here; compile it again";
  out = *told;
  const struct {
    const char* name;
    std::size_t theirs, ours, least;
  } rows[] = {{"peal_limits", told->limits, own.limits, kLeast.limits},
              {"peal_pose", told->pose, own.pose, kLeast.pose},
              {"peal_impact", told->impact, own.impact, kLeast.impact},
              {"peal_contact", told->contact, own.contact, kLeast.contact},
              {"peal_stats", told->stats, own.stats, kLeast.stats}};
  for (const auto& row : rows)
    if (row.theirs > row.ours || row.theirs < row.least)
      return versions() + ": " + row.name + " has " + std::to_string(row.theirs) +
             " bytes there and " + std::to_string(row.ours) +
             " here; install the newer library or compile the program again";
  return "";
}

}  // namespace peal

extern "C" {

int peal_version(int* major, int* minor, int* patch) {
  if (major) *major = PEAL_VERSION_MAJOR;
  if (minor) *minor = PEAL_VERSION_MINOR;
  if (patch) *patch = PEAL_VERSION_PATCH;
  return PEAL_VERSION_NUMBER;
}

const char* peal_version_string(void) { return PEAL_VERSION_STRING; }

size_t peal_sizeof(const char* name) {
  const struct {
    const char* name;
    size_t bytes;
  } rows[] = {
      {"peal_limits", sizeof(peal_limits)},       {"peal_pose", sizeof(peal_pose)},
      {"peal_impact", sizeof(peal_impact)},       {"peal_contact", sizeof(peal_contact)},
      {"peal_stats", sizeof(peal_stats)},         {"peal_header", sizeof(peal_header)},
      {"peal_mode", sizeof(peal_mode)},           {"peal_rub_settings", sizeof(peal_rub_settings)},
      {"peal_rub_state", sizeof(peal_rub_state)}, {"peal_rub_preset", sizeof(peal_rub_preset)}};
  for (const auto& row : rows)
    if (name && std::strcmp(name, row.name) == 0) return row.bytes;
  return 0;
}

}  // extern "C"
