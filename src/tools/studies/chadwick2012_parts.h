// The parts of the study: each writes its files into the folder and returns its section of
// summary.md, in Markdown.
#pragma once
#include <optional>
#include <string>

#include "tools/studies/bowl_study.h"
#include "tools/studies/chadwick2012.h"

namespace peal::chadwick2012 {

struct StudyRun {
  const ReproduceOptions& options;
  std::optional<BowlStudy> shared_bowl;

  BowlStudy& bowl() {
    if (!shared_bowl) shared_bowl.emplace(options.quick, options.quiet);
    return *shared_bowl;
  }
};

std::string make_table1(StudyRun& run);
std::string make_table2(StudyRun& run);
std::string make_figure4(StudyRun& run);
std::string make_figure5(StudyRun& run);
std::string make_figure8(StudyRun& run);
std::string make_figure9(StudyRun& run);

}  // namespace peal::chadwick2012
