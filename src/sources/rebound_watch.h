// Looks at the impacts of a take that another program made: bodies that bounced harder than bodies
// of their make can, and impacts that do not say how fast they were. They sound as struck at the
// recorded speed; the user is told once for all of them. Enters: impacts, and the restitution of
// the coupled blow of both bodies at rest (dsp/impact/impact_response.h). SI units.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "emission/emitter_report.h"
#include "motion/motion.h"
#include "scene/scene.h"

namespace peal {

class ReboundWatch {
 public:
  /// More than this above what the bodies can is told: the loss of materials is not known better.
  static constexpr double kTooHard = 0.3;

  /// Restitution of an impact, friction or not. @param stopped of its contact [m/s].
  static double recorded(const Impact& impact, double stopped) {
    return stopped / impact.closing_speed - 1;
  }

  /// @param possible restitution of these bodies at that place and speed.
  void look(const Impact& impact, double recorded, double possible);
  /// The take does not tell how fast it was.
  void without_speed(const Impact& impact);

  std::vector<std::string> warnings(const Scene& scene) const;
  std::vector<Fact> facts() const;

 private:
  Impact worst_, first_without_;
  double recorded_ = 0, possible_ = 0;  // of the worst
  std::int64_t looked_ = 0, too_hard_ = 0, without_speed_ = 0;
};

}  // namespace peal
