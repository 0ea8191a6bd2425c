// The parts of the study: each writes its files into the folder and returns its section of
// summary.md, in Markdown.
#pragma once
#include <string>

#include "dsp/grains/grain_pair_sound.h"
#include "tools/studies/marko/marko.h"

namespace peal::marko {

inline constexpr double kGlassDensity = 2520, kGlassYoung = 72e9, kGlassPoisson = 0.22;
inline constexpr double kRadius = 0.001;          // [m] of the glass beads
inline constexpr Air kThesisAir{343.21, 1.2041};  // found by trying: the thesis names neither
GrainBall ball(double radius, double density, double young, double poisson);

std::string make_table61(const ReproduceOptions& options);
std::string make_figure43(const ReproduceOptions& options);
std::string make_figure53(const ReproduceOptions& options);
std::string make_importance(const ReproduceOptions& options);
std::string make_table_b1(const ReproduceOptions& options);
std::string make_table_62(const ReproduceOptions& options);
std::string make_funnel(const ReproduceOptions& options);

}  // namespace peal::marko
