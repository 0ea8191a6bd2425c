// What both externals read from Pd's messages.
#pragma once
#include <m_pd.h>

#include <vector>

#include "peal/instruments_c.h"

namespace peal_pd {

/// Four numbers per mode: frequency [Hz], decay [1/s], mass [kg], shape. False, and a sentence in
/// Pd's window, when they are no such list.
inline bool read_modes(void* object, int argc, const t_atom* argv, std::vector<peal_mode>& out) {
  if (argc < 4 || argc % 4 != 0) {
    pd_error(object, "modes: expected four numbers per mode: frequency decay mass shape");
    return false;
  }
  out.clear();
  for (int i = 0; i < argc; i += 4)
    out.push_back({atom_getfloat(argv + i), atom_getfloat(argv + i + 1),
                   atom_getfloat(argv + i + 2), atom_getfloat(argv + i + 3)});
  return true;
}

inline void explain(void* object) { pd_error(object, "%s", peal_rub_problem()); }

}  // namespace peal_pd
