// What both externals read from Pd's messages.
#pragma once
#include <m_pd.h>

#include <algorithm>
#include <vector>

#include "peal/instruments_c.h"

namespace peal_pd {

inline const char* name_of(void* object) {
  return class_getname(pd_class(static_cast<t_pd*>(object)));
}

/// Four numbers per mode: frequency [Hz], decay [1/s], mass [kg], shape. False, and a sentence in
/// Pd's window, when they are no such list.
inline bool read_modes(void* object, int argc, const t_atom* argv, std::vector<peal_mode>& out) {
  const bool numbers =
      std::all_of(argv, argv + argc, [](const t_atom& a) { return a.a_type == A_FLOAT; });
  if (argc < 4 || argc % 4 != 0 || !numbers) {
    pd_error(object, "%s: modes: expected four numbers per mode: frequency decay mass shape",
             name_of(object));
    return false;
  }
  out.clear();
  for (int i = 0; i < argc; i += 4)
    out.push_back({atom_getfloat(argv + i), atom_getfloat(argv + i + 1),
                   atom_getfloat(argv + i + 2), atom_getfloat(argv + i + 3)});
  return true;
}

inline void explain(void* object) {
  pd_error(object, "%s: %s", name_of(object), peal_rub_problem());
}

}  // namespace peal_pd
