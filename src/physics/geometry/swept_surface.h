// The skin of a rod: its outline carried along its centreline. [m]
// Enters: points of the line, direction of the outline's x axis at each edge (rod_directions()), or
// at the first one: then without twist. Leaves: a
// triangle surface with outward normals, closed by flat caps or round the ring. For tubes the outer
// skin.
#pragma once
#include <span>
#include <vector>

#include "physics/geometry/rod_shape.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

inline constexpr int kSweptSides = 12;  // of round sections

/// Unit directions d1 at every point, halfway between those of its edges.
struct SweptFrame {
  Vec3 d1, d2, tangent;
};
std::vector<SweptFrame> swept_frames(std::span<const Vec3> points, bool closed, const Vec3& up);
std::vector<SweptFrame> swept_frames(std::span<const Vec3> points, bool closed,
                                     std::span<const Vec3> d1);

TriangleMesh swept_surface(std::span<const Vec3> points, bool closed,
                           std::span<const SweptFrame> frames, const RodOutline& section);

/// Where the vertices of swept_surface() are for given frames: the same order of vertices.
std::vector<Vec3> swept_vertices(std::span<const Vec3> points, std::span<const SweptFrame> frames,
                                 const RodOutline& section);

}  // namespace peal
