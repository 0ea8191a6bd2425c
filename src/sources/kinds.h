// The list of source kinds. One line per kind; nothing else knows them by name.
#pragma once
#include <vector>

#include "sources/click.h"
#include "sources/contact.h"
#include "sources/deforming.h"
#include "sources/friction.h"
#include "sources/grain.h"
#include "sources/impact.h"
#include "sources/source.h"
#include "sources/strike.h"
#include "sources/tone.h"
#include "sources/touch.h"

namespace peal {

inline std::vector<SourceKind> source_kinds() {
  return {
      click_kind(), contact_kind(), friction_kind(), grain_kind(), impact_kind(),
      rod_kind(),   solid_kind(),   strike_kind(),   tone_kind(),  touch_kind(),
  };
}

/// What the scene loader needs of them.
inline std::vector<SourceKindDeclaration> source_declarations() {
  std::vector<SourceKindDeclaration> out;
  for (const SourceKind& kind : source_kinds()) out.push_back(kind.declaration);
  return out;
}

}  // namespace peal
