// The parts of the study: each writes its files into the folder and returns its section of
// summary.md, in Markdown.
#pragma once
#include <string>

#include "scene/scene.h"
#include "tools/studies/schweickart2017.h"

namespace peal::schweickart2017 {

std::string make_figure4(const ReproduceOptions& options);
std::string make_figure7(const ReproduceOptions& options);
std::string make_figure8(const ReproduceOptions& options);
std::string make_figure9(const ReproduceOptions& options);
std::string make_tests(const ReproduceOptions& options);

Scene paper_scene(const ReproduceOptions& options, const std::string& name);

}  // namespace peal::schweickart2017
