// Where solids touch rigid bodies and each other. Balls press by Hertz' law with Hunt and
// Crossley's loss, explicitly (physics/solids/hertz_ball.h has the rule for the step); everything
// else is held apart by the common solver of contacts with friction, without penalty: a velocity
// along the normal below -gap / step is raised to it, and nothing bounces but by the waves of the
// solid. Found are points of a solid on the surface of a rigid body, corners of it and points of
// other solids on the triangles of a solid; edges across edges are not. SI units.
//
// A step: press(), the first half of every solid's step, solve(), the second half.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/scene_motion.h"
#include "motion/solids/scene_solid.h"
#include "motion/solids/touched_rigid.h"
#include "motion/solids/triangle_grid.h"
#include "physics/coulomb/coulomb_solver.h"
#include "physics/solids/surface_point.h"

namespace peal {

class SolidContacts {
 public:
  struct Part {
    int object = 0;
    ExplicitBody* body = nullptr;
    SolidSurface surface;
    std::vector<int> nodes;  // of the body, per point of the surface
  };
  SolidContacts(const Scene& scene, std::vector<Part> parts);

  /// Whether anything is there that could touch at all.
  bool any() const { return parts_.size() > 1 || !rigids_.empty(); }
  /// [s] longest step for the balls of the scene on a part, at 3 m/s; sentences for meshes that are
  /// too coarse for them.
  double longest_step(std::size_t part, double critical, std::vector<std::string>& warnings) const;

  /// Who may meet until t1, beginning at t0. False: nobody.
  bool look(const RigidWorld& rigid, double t0, double t1);
  /// Error when something overlaps at the start, after look().
  void refuse_overlap();
  void begin_sample(const RigidWorld& rigid, double t0, double t1);
  void press(double time, double step);
  void solve(double step);
  /// What was pushed during the sample, on rigid bodies and solids.
  void end_sample(RigidWorld& rigid, double time, double length, std::vector<ShapePush>& pushes);

  void save(StateWriter& out) const;
  void load(StateReader& in);

 private:
  /// A point, corner or ball near some triangles of a part.
  struct Meeting {
    int rigid = -1, from = -1;  // index into rigids_, or a part
    int point = 0;              // of that part, or number of the corner
    Vec3 local;                 // [m] of the corner or the ball's centre, body frame
    double radius = 0;          // [m] of a ball
    int on = 0;                 // part
    std::vector<int> triangles;
    double friction = 0;
    double pressed = 0;  // [N s] by Hertz in this step
    Vec3 normal, place;
    SurfacePoint at;
  };
  /// A point of a part near the surface of a rigid body, which is flat there.
  struct OnFace {
    int part = 0, point = 0, rigid = 0;
    Vec3 local, normal;  // body frame
    double friction = 0;
  };
  struct Rigid {
    int object = 0;
    double radius = 0, ball = 0;  // [m] bounding; > 0: a ball
    std::vector<Vec3> corners;    // body frame
  };
  struct Given {
    int object = 0, by = 0;
    Vec3 impulse, weighted_place;
    double weight = 0;
  };
  Vec3 position(int part, int point) const {
    return parts_[part].body->position(parts_[part].nodes[point]);
  }
  Vec3 start_of(const Meeting& m) const;
  void look_on_part(Meeting meeting, const Vec3& p, double way);
  double measure(Meeting& m, const Vec3& p) const;
  Vec3 surface_velocity(const Meeting& m) const;
  void push_nodes(int part, const std::array<int, 3>& points, const Vec3& weights,
                  const Vec3& impulse, std::size_t count);
  void give(int object, int by, const Vec3& impulse, const Vec3& place);
  std::uint32_t slot(int part, int point);
  void rub(Meeting& m);
  double spring(const Meeting& m) const;

  const Scene& scene_;
  std::vector<Part> parts_;
  std::vector<Rigid> rigids_;
  std::vector<TriangleGrid> grids_;
  std::vector<std::vector<Vec3>> places_;  // of points, at the last look
  std::vector<Meeting> meetings_;
  std::vector<OnFace> faces_;
  std::vector<TouchedRigid> touched_;              // in the order of rigids_, of those near
  std::vector<int> touched_of_;                    // per rigid, -1: not near
  std::map<std::pair<int, int>, double> closing_;  // [m/s] of balls on parts that touch
  std::vector<Given> given_;
  CoulombSolver solver_;
  std::vector<CoulombPoint> points_;
  std::vector<CoulombRigid> slots_;
  std::vector<CoulombContact> contacts_;
  std::vector<std::pair<int, int>> slot_of_;  // part, point
  std::vector<std::vector<int>> slots_of_points_;
  std::vector<std::pair<bool, int>> source_;  // of contacts_: whether a face, index
  std::vector<int> found_;
};

}  // namespace peal
