// From where a body is looked at: parallel projection, y up.
#pragma once
#include <span>
#include <vector>

#include "base/vec.h"
#include "io/plot/bodies/body_picture.h"
#include "io/plot/bodies/body_surface.h"
#include "io/plot/canvas.h"

namespace peal {

struct BodyView {
  Vec3 right, up, toward;  // unit vectors; `toward` points to the viewer

  Vec3 rotated(const Vec3& v) const { return {dot(right, v), dot(up, v), dot(toward, v)}; }
};

/// Three quarters, a little from above; turned and raised until the body shows much of its face.
BodyView choose_view(const BodySurface& surface, const BodyPictureOptions& options);

/// Rectangle around the projected points, y up, in the units of the points.
Box projected_box(const BodyView& view, std::span<const Vec3> points);

}  // namespace peal
