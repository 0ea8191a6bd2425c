// One smooth piece of a wall, and when and where a falling ball touches it.
// Enters: centre, velocity and acceleration of a ball of radius r in the frame of the wall's body.
// Leaves: time from now [s] at which it comes into contact, the normal towards it.
// All pieces but infinite planes have two sides, or are told which side grains are on.
#pragma once
#include <cstdint>

#include "physics/grains/drop_times.h"

namespace peal {

struct WallFeature {
  enum class Type : std::uint8_t { plane, face, edge, vertex, cylinder, cone };

  Type type = Type::plane;
  bool inside = false;  // cylinder, cone: grains are within
  std::int16_t material = 0;
  int body = 0;
  Vec3 point;       // [m] on the plane; corner of the face; begin of the edge; vertex; on the axis;
                    // apex of the cone
  Vec3 axis;        // unit: normal of plane and face; along edge, cylinder; cone: where it widens
  double size = 0;  // edge: length, cylinder: radius [m]; cone: tangent of half its angle
  double from = 0, to = 0;  // [m] along the axis: extent of cylinder and cone
  Vec3 dual[2];             // [1/m] face: barycentric coordinates of x are dual . (x - point)

  static WallFeature face(const Vec3& a, const Vec3& b, const Vec3& c);
  static WallFeature edge(const Vec3& a, const Vec3& b);
  static WallFeature vertex(const Vec3& a);

  /// Whether the foot of a ball's centre lies on the piece and not beside it.
  bool holds(const Vec3& centre, double r) const noexcept;
  /// Unit normal towards the ball's centre.
  Vec3 normal(const Vec3& centre) const noexcept;
  /// [m] from its nearest point (faces, edges, vertices), or from its surface (others, negative
  /// behind it).
  double distance(const Vec3& p) const noexcept;
  Vec3 corner(int i) const;  // of a face: 0, 1, 2

  /// Time in [0, until] of contact, or kNever. Balls that touch or overlap by rounding and approach
  /// touch now.
  double touch(const Vec3& x, const Vec3& v, const Vec3& g, double r, double until) const noexcept;

 private:
  double touch_plane(const Vec3& x, const Vec3& v, const Vec3& g, double r) const noexcept;
  double touch_face(const Vec3& x, const Vec3& v, const Vec3& g, double r,
                    double until) const noexcept;
  double touch_curved(const Quartic& gap, const Vec3& x, const Vec3& v, const Vec3& g, double r,
                      double until) const noexcept;
};

}  // namespace peal
