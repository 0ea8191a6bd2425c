// Fig. 9: how short the pulses must be. Bowl, half-sine of 0.1 ms, two points at 8 R.
#include <fmt/format.h>

#include "tools/studies/bowl_curves.h"
#include "tools/studies/chadwick2012_parts.h"

namespace peal::chadwick2012 {

std::string make_figure9(StudyRun& run) {
  BowlStudy& bowl = run.bowl();
  const struct {
    int widening;
    Colour colour;
  } choices[] = {{1, {0.13, 0.60, 0.20}},
                 {2, {0.85, 0.15, 0.12}},
                 {4, {0.10, 0.70, 0.75}},
                 {8, {0.75, 0.20, 0.75}}};
  std::vector<std::vector<PulseField2012>> fields;
  for (const auto& choice : choices) {
    fields.emplace_back();
    for (std::size_t f = 0; f < 2; ++f)
      fields.back().push_back(bowl.field_2012(f, {40, 80}, choice.widening));
  }
  std::vector<BowlMethod> methods;
  for (const bool as_printed : {false, true})
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const int widening = choices[i].widening;
      const std::string h = widening == 1 ? "h" : fmt::format("{}h", widening);
      methods.push_back(
          {as_printed ? h + ", eq. 18 as printed" : "chadwick2012, " + h, choices[i].colour,
           !as_printed, [&bowl, &of_width = fields[i], as_printed](std::size_t f, std::size_t ear) {
             return pressure_2012(bowl, of_width[f], ear, as_printed);
           }});
    }
  const BowlCurves curves = write_bowl_curves(bowl, methods, "Fig. 9", run.options.folder, "fig9");
  return fmt::format(
      "## Fig. 9: pulse time scale\n\n![fig. 9](fig9.svg)\n\nh = {:.3f} us (paper 24.322 us in "
      "the text, 24.332 us in Table 1). Relative L2 against the direct computation:\n\n{}\nAs in "
      "the paper, h follows the direct computation, 2h less well, and 4h and 8h lose the high "
      "frequencies: up to {:.0f}, {:.0f}, {:.0f} and {:.0f} %. A half-sine of 0.1 ms is shorter "
      "than one pulse of 8h ({:.2f} ms), which then stands for it by its momentum; as eq. 18 is "
      "printed, no coefficient falls on it and nothing is heard. Of 4h and 8h a single "
      "coefficient is left, at the end or the start of the half-sine: much of their error is that "
      "it comes too late or too early.\n",
      1e6 * bowl.pulse(), curves.errors.markdown(), 100 * curves.largest[0],
      100 * curves.largest[1], 100 * curves.largest[2], 100 * curves.largest[3],
      8e3 * bowl.pulse());
}

}  // namespace peal::chadwick2012
