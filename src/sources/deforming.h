// What the source kinds of things that deform have in common: their emission tracks are played, and
// what they push on rings, each push as a short hit.
#pragma once
#include "sources/source.h"

namespace peal {

struct DeformingSettings {
  std::vector<std::string> objects;  // empty: all
};

/// @param kind of the source: "rod"; @param body that is heard
std::unique_ptr<Source> deforming_source(const std::string& kind, BodyKind body,
                                         const DeformingSettings& settings, const Scene& scene,
                                         Ensemble& ensemble);

SourceKind rod_kind();    // rods sound as they move and bend, and ring what they touch
SourceKind solid_kind();  // what `body` solid does likewise

}  // namespace peal
