#include "models/bake/rank.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace peal {
namespace {

bool environment_number(const char* name, int& value) {
  const char* text = std::getenv(name);
  if (!text) return false;
  const char* end = text + std::strlen(text);
  const auto read = std::from_chars(text, end, value);
  return read.ec == std::errc() && read.ptr == end;
}

}  // namespace

Rank rank_of_environment() {
  constexpr const char* kNames[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                       {"PMI_RANK", "PMI_SIZE"},
                                       {"SLURM_PROCID", "SLURM_NTASKS"}};
  for (const auto& names : kNames) {
    Rank rank;
    if (!environment_number(names[0], rank.index) || !environment_number(names[1], rank.count) ||
        rank.index < 0 || rank.index >= rank.count)
      continue;
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
      if (int here = 0; environment_number(name, here) && here >= 1 && here <= rank.count)
        rank.here = here;
    return rank;
  }
  return {};
}

}  // namespace peal
