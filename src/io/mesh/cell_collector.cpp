#include "io/mesh/cell_collector.h"

#include <algorithm>

#include "io/mesh/element_repair.h"
#include "io/mesh/limits.h"
#include "io/mesh/polygon.h"

namespace peal {
namespace {

/// `given` of the N nodes are in the file; the rest is made later.
template <std::size_t N>
void add_element(std::vector<std::array<int, N>>& list, const CellType& type,
                 std::span<const int> nodes, std::size_t given) {
  std::array<int, N> element;
  element.fill(-1);
  for (std::size_t k = 0; k < given; ++k)
    element[k] = nodes[type.order.empty() ? k : type.order[k]];
  list.push_back(element);
}

void compact(SolidMesh& mesh) {
  std::vector<int> place(mesh.nodes.size(), -1);
  const auto each = [&mesh](auto&& f) {
    for (auto& e : mesh.tets) f(e);
    for (auto& e : mesh.wedges) f(e);
    for (auto& e : mesh.hexes) f(e);
  };
  each([&](auto& element) {
    for (const int node : element) place[node] = 0;
  });
  int count = 0;
  for (std::size_t k = 0; k < place.size(); ++k) {
    if (place[k] < 0) continue;
    mesh.nodes[count] = mesh.nodes[k];
    place[k] = count++;
  }
  mesh.nodes.resize(count);
  each([&](auto& element) {
    for (int& node : element) node = place[node];
  });
}

}  // namespace

void CellCollector::add_face(const CellType& type, std::span<const int> n) {
  auto& out = surface_.triangles;
  switch (type.shape) {
    case CellShape::triangle:
      out.push_back({n[0], n[1], n[2]});
      break;
    case CellShape::triangle6:
      out.insert(out.end(),
                 {{n[0], n[3], n[5]}, {n[3], n[1], n[4]}, {n[5], n[4], n[2]}, {n[3], n[4], n[5]}});
      break;
    case CellShape::quad8:
      out.insert(out.end(), {{n[0], n[4], n[7]},
                             {n[4], n[1], n[5]},
                             {n[5], n[2], n[6]},
                             {n[6], n[3], n[7]},
                             {n[4], n[5], n[6]},
                             {n[4], n[6], n[7]}});
      break;
    case CellShape::quad9:
      for (int k = 0; k < 4; ++k) {
        const int middle = n[4 + k], before = n[4 + (k + 3) % 4];
        out.insert(out.end(), {{n[k], middle, n[8]}, {n[k], n[8], before}});
      }
      break;
    default: {
      std::vector<int> corners(n.begin(), n.end());
      if (!type.order.empty())
        for (std::size_t k = 0; k < corners.size(); ++k) corners[k] = n[type.order[k]];
      add_polygon(surface_, corners);
    }
  }
  check_element_count(out.size(), name_, "triangles");
}

void CellCollector::add(const CellType& type, std::span<const int> nodes, std::uint64_t number) {
  switch (type.shape) {
    case CellShape::ignored:
      return;
    case CellShape::tet:
      add_element(solid_.tets, type, nodes, 4);
      break;
    case CellShape::tet10:
      add_element(solid_.tets, type, nodes, 10);
      break;
    case CellShape::wedge:
      add_element(solid_.wedges, type, nodes, 6);
      break;
    case CellShape::wedge15:
      add_element(solid_.wedges, type, nodes, 15);
      break;
    case CellShape::hex:
      add_element(solid_.hexes, type, nodes, 8);
      break;
    case CellShape::hex20:
      add_element(solid_.hexes, type, nodes, 20);
      break;
    case CellShape::unsupported:
      fail(
          "{}: element {} is a {}; solids are read from tetrahedra, wedges and hexahedra of first "
          "or second order",
          name_, number, type.name);
    default:
      if (type.node_count == 0 && (nodes.size() < 3 || nodes.size() > kMaxPolygon))
        fail("{}: element {} is a polygon with {} corners, it should have 3 to {}", name_, number,
             nodes.size(), kMaxPolygon);
      add_face(type, nodes);
      return;
  }
  check_element_count(solid_.element_count(), name_, "elements");
}

FileMesh CellCollector::finish(Wedges wedges) {
  FileMesh out;
  if (solid_.element_count() == 0) {
    if (surface_.triangles.empty())
      fail("{}: holds {} points but neither solid elements nor faces", name_,
           surface_.vertices.size());
    out.surface = std::move(surface_);
    return out;
  }
  solid_.nodes = std::move(surface_.vertices);
  surface_.triangles.clear();
  check_no_duplicates(solid_, name_);
  if (wedges == Wedges::of_either_sense) turn_wedges_if_all_negative(solid_);
  if (turn_if_all_negative(solid_))
    out.notes.push_back(fmt::format("all {} elements had negative volume and were turned around",
                                    solid_.element_count()));
  if (const std::size_t made = add_missing_middles(solid_, name_); made > 0)
    out.notes.push_back(
        fmt::format("elements of first order were given {} straight middle nodes", made));
  compact(solid_);
  out.solid = std::move(solid_);
  return out;
}

}  // namespace peal
