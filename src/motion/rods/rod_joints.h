// Joints between points of rods: pins keep two points together, rigid ones also the directions and
// twists of the edges beside them. In each step they give the impulses after which nothing parts at
// its end, (M + h/2 C + h^2/4 K) dv = p as for contacts; what has come apart is taken back. All
// joints of a scene are one dense system, six unknowns for each at most. SI units.
#pragma once
#include <memory>
#include <vector>

#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

class RodJoints {
 public:
  struct Body {
    int object;
    ElasticRod* rod;
    RodStepper* stepper;
  };
  /// What `bodies` point to must outlive it. Throws an Error about what is no rod.
  RodJoints(const Scene& scene, std::vector<Body> bodies);

  bool none() const { return joints_.empty(); }
  /// After predict(): how all joints answer each other, then hold().
  void begin_step(double step);
  /// After every apply(): the impulses that are missing.
  void hold();
  /// [m] between joined points, the largest; for tests.
  double gap() const;

 private:
  struct Side {
    int body = 0, point = 0, edge = 0;
  };
  struct Joint {
    Side a, b;
    bool rigid = false;
    Vec3 arm;     // from a's point to b's in the frame of a's edge: as if by a rod without mass
    Mat3 turned;  // frame of b's edge in that of a's, at the start
  };
  struct Row {
    int joint = 0, axis = 0;
    bool turns = false;
  };
  Side side(int body, double at) const;
  Vec3 velocity(const Side& s, bool turns) const;
  void push(const Side& s, bool turns, const Vec3& impulse);
  void push(const Row& row, double impulse);
  double rate(const Row& row) const;
  double apart(const Row& row) const;
  Vec3 arm(const Joint& joint) const;
  Vec3 parted(const Joint& joint) const;
  void apply();
  void factor();

  std::vector<Body> bodies_;
  std::vector<int> joined_;  // bodies with a joint
  std::vector<Joint> joints_;
  std::vector<Row> rows_;
  double step_ = 0;
  std::vector<double> system_, right_;  // answers, factored
  std::vector<int> order_;              // pivots
};

}  // namespace peal
