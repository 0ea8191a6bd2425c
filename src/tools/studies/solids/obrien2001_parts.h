// The parts of the study: each writes its files into the folder and returns its section of
// summary.md, in Markdown.
#pragma once
#include <string>

#include "scene/scene.h"
#include "tools/studies/solids/obrien2001.h"

namespace peal::obrien2001 {

/// One that comes with Peal.
Scene paper_scene(const ReproduceOptions& options, const std::string& name);

std::string make_table1(const ReproduceOptions& options);
std::string make_sphere(const ReproduceOptions& options);
std::string make_filters(const ReproduceOptions& options);
std::string make_splat(const ReproduceOptions& options);
std::string make_pictures(const ReproduceOptions& options);

}  // namespace peal::obrien2001
