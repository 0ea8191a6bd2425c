// One surface's motion => its emission track: accelerations are gathered until a block of cloud
// elements and the places at its end are known, then
//   m = rho/(4 pi) dPhi/dt,  d = p A/(4 pi)       closed: Kirchhoff and Helmholtz' integral
//                            d = 2 p A/(4 pi)     a sheet, whose faces push against each other
// with dPhi/dt from surface_flux.h and the pressure p on the surface from the air at it
// (physics/wave/bem/surface_air.h), whose operator is made anew when the surface has bent or
// stretched far from where it was made. A cell of triangles (surface_cells.h) is one element in
// their middle; its monopoles' first moments are in its dipole. SI units.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/files/chunk_file.h"
#include "base/state_bytes.h"
#include "motion/motion.h"
#include "physics/wave/bem/surface_air.h"
#include "sources/taped/surface_flux.h"

namespace peal {

/// True when each edge has two triangles: there is an inside.
bool is_closed(const TriangleMesh& surface);

class SurfaceStrengths {
 public:
  /// @param rest triangles over the points of the object's ShapeSamples; normals out of a closed
  /// one. Points that no triangle has are not heard.
  /// @param begin [s] of the motion
  SurfaceStrengths(int object, const TriangleMesh& rest, const Air& air, double rate, double begin);

  int object() const { return object_; }
  std::size_t elements() const { return cells_.size(); }
  /// How often the operator of its air was made anew.
  int renewals() const { return renewals_; }

  void add(const ShapeSamples& shape, ChunkFile& tape);
  /// The rest, with the last place for its end.
  void finish(ChunkFile& tape);

  void save(StateWriter& out) const;
  void load(StateReader& in);

 private:
  void begin_in_a_block(const ShapeSamples& shape);
  void write(ChunkFile& tape);
  void find_pressures();
  TriangleMesh shape_now() const;
  void make_element(std::size_t cell);
  double faded(std::int64_t sample) const;

  int object_;
  Air air_;
  double rate_, begin_;
  SurfaceKind kind_;
  std::vector<int> points_;   // of ShapeSamples that triangles have
  TriangleMesh operator_of_;  // over points_: the shape that surface_ was made of
  std::unique_ptr<SurfaceAir> surface_;
  std::vector<std::vector<int>> cells_;
  SurfaceFlux flux_;
  int renewals_ = 0;
  bool started_ = false;
  std::int64_t first_ = 0;                   // sample of pending_'s begin, that of a block
  std::vector<std::vector<float>> pending_;  // [point x axis] accelerations
  std::vector<std::vector<PlaceInTime>> knots_;
  std::vector<float> pressures_, newer_, fade_;
  CloudBlock block_;
};

}  // namespace peal
