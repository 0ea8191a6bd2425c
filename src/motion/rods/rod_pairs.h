// Where rods touch rods, and themselves: edges as capsules with the true extents of their sections.
// Normals are those of the middle of a step; on which side of each other two edges are is what
// they were before, so that fast ones do not pass through. Nearly parallel edges touch at their
// points, all others where they cross.
// Enter: rods between predict() and finish() of a step. Leave: places, and the springs that are
// closed there (hertz_press.h). SI units.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "motion/rods/hertz_press.h"
#include "physics/coulomb/coulomb_bodies.h"
#include "physics/rods/rod_neighbours.h"
#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

struct RodPairSide {
  int rod = 0, edge = 0;
  double along = 0;  // 0 .. 1 from the edge's first point to its second
  Vec3 arm;          // [m] from the line to the place of touch
};

struct RodPairTouch {
  std::uint64_t pair = 0;     // both edges, counted through all rods
  std::uint64_t feature = 0;  // which place of the two
  RodPairSide a, b;
  Vec3 place;                       // [m] world, between the skins
  Vec3 normal;                      // unit, from b to a
  double gap_before = 0, gap = 0;   // [m] at the step's beginning; at its end if nothing pushed
  double reach_a = 0, reach_b = 0;  // [m] of the sections along the normal
  double sine = 0;                  // of the angle between the edges
  int kept = -1;                    // spring that is there already

  CoulombKey key() const { return {pair, feature | 1ull << 62}; }
};

class RodPairs {
 public:
  struct Body {
    int object = 0;
    const ElasticRod* rod = nullptr;
    const RodStepper* stepper = nullptr;
  };
  RodPairs(const Scene& scene, std::vector<Body> bodies, double step);
  /// No rod may touch another or itself.
  bool none() const { return neighbours_ == nullptr; }

  /// Of the step that is predicted. Throws an Error when too many edges crowd.
  const std::vector<RodPairTouch>& find(double time);
  /// Rods that overlap as they are now: how deep, worst first; without springs.
  std::vector<RodPairTouch> overlaps();

  /// The spring that is closed at a touch, if any.
  const HertzPress* kept(const RodPairTouch& touch) const {
    return touch.kept < 0 ? nullptr : &springs_[static_cast<std::size_t>(touch.kept)].press;
  }
  /// After a step: what is closed from now on, in the order of find().
  void begin_keeping() { coming_.clear(); }
  /// @param depth [m] how far the skins are in each other, as their places say
  void keep(const RodPairTouch& touch, HertzPress press, double depth, bool hard);
  void end_keeping() { springs_.swap(coming_); }

  double energy() const;  // [J] in springs
  std::string names(const RodPairTouch& touch) const;

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.springs_);
  }

 private:
  struct Spring {
    std::uint64_t pair = 0, feature = 0;
    Vec3 normal;
    HertzPress press;
  };
  struct Section {
    const RodOutline* outline = nullptr;
    double farthest = 0;  // [m] of the outline from its middle
    double round = 0;     // [m] radius; 0: not round
    bool flat = false;
  };
  struct Line {                        // an edge at the beginning, middle and end of a step
    Vec3 before, middle, after;        // first point
    Vec3 e_before, e_middle, e_after;  // to the second
  };
  enum Feature : std::uint64_t { kCrossing, kPointOfA, kPointOfB, kEndOfA, kEndOfB };

  void gather_points();
  Line line(std::uint32_t edge) const;
  double reach(const RodPairSide& side, const Vec3& direction) const;
  void look(const EdgePair& pair, std::vector<RodPairTouch>& out) const;
  void look_at(RodPairTouch touch, const Line& a, const Line& b, bool parallel,
               std::vector<RodPairTouch>& out) const;
  bool owns(const RodPairSide& side, const Line& line, const Vec3& apart, double sign) const;
  void separate(RodPairTouch& touch, const Vec3& apart, bool parallel) const;
  int find_spring(std::uint64_t pair, std::uint64_t feature) const;
  void drop_doubles();
  void take_over();
  template <class Visit>
  void visit_beside(std::uint64_t pair, const Visit& visit) const;

  const Scene& scene_;
  std::vector<Body> bodies_;
  double step_;
  std::vector<Section> sections_;
  std::unique_ptr<RodNeighbours> neighbours_;
  std::vector<Vec3> start_, end_;  // all points, one row
  std::vector<RodPairTouch> touches_;
  std::vector<std::vector<RodPairTouch>> parts_;
  std::vector<Spring> springs_, coming_;  // in the order of pair, feature
  std::vector<char> claimed_, dropped_;
  bool with_springs_ = true;
  bool many_ = false;  // worth a second thread
};

/// Hertz' stiffness [N/m^1.5] of two cylinders that cross, K = 4/3 E* sqrt(R_e) / F2^1.5 (Johnson
/// 1985, equations 4.31 to 4.33), R_e the root of both relative radii of curvature. @param sine of
/// the angle between them; @param modulus [Pa] reduced
double crossing_stiffness(double radius_a, double radius_b, double sine, double modulus);

}  // namespace peal
