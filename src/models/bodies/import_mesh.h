// Mesh file => ImportedBody: read, repaired, checked; in metres, y up.
#pragma once
#include <memory>
#include <string>

#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape.h"

namespace peal {

/// What the surface must be good for.
enum class SurfaceUse {
  anything,  // seen and collided with: it may be open and may cross itself
  sheet,     // the middle of a sheet: it may be open
  solid      // it bounds a volume
};

/// Stops with the file's name, the place and the way out when the file cannot be read or is not
/// good enough for its use. A file with solid elements is checked as such whatever the use.
std::shared_ptr<const ImportedBody> import_mesh(const std::string& path, double scale, UpAxis up,
                                                SurfaceUse use);

/// A sentence when a body of this size [m] suggests that its file is not in metres; else empty.
std::string doubt_about_size(const Vec3& size);

}  // namespace peal
