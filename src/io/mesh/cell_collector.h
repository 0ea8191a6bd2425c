// Cells of a .msh or .vtu file => a solid of quadratic elements, or a surface.
// Enters: points; cells with corners and middles in the order of SolidMesh (for faces: corners,
// then middles of 01 12 23 30, then the centre). Leaves: a compact SolidMesh with a middle node on
// every edge, or a TriangleMesh when no cell is solid.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/mesh/read_mesh.h"

namespace peal {

enum class CellShape {
  ignored,  // points and lines
  triangle,
  triangle6,
  polygon,  // and quadrilateral
  quad8,
  quad9,
  tet,
  tet10,
  wedge,
  wedge15,
  hex,
  hex20,
  unsupported
};

/// A kind of cell in a file format. `order` gives for each node of the SolidMesh element its place
/// in the file's cell; empty: the same order. Further nodes of the file's cell are dropped.
struct CellType {
  int id = 0;  // the format's number
  CellShape shape = CellShape::unsupported;
  int node_count = 0;  // in the file; 0: any number
  const char* name = "";
  std::span<const std::uint8_t> order = {};
};

class CellCollector {
 public:
  explicit CellCollector(const std::string& name) : name_(name) {}

  /// Before the cells that use them.
  std::vector<Vec3>& points() { return surface_.vertices; }
  /// `nodes`: indices into points(), in the file's order and in range. `number`: of the cell, for
  /// error texts.
  void add(const CellType& type, std::span<const int> nodes, std::uint64_t number);

  enum class Wedges { as_solid_mesh, of_either_sense };
  FileMesh finish(Wedges wedges);

 private:
  void add_face(const CellType& type, std::span<const int> nodes);

  std::string name_;
  TriangleMesh surface_;
  SolidMesh solid_;  // without nodes; -1 where an element has no middle node yet
};

}  // namespace peal
