// What a scene can ask for: generated shapes with true dimensions, and imported meshes. Every shape
// has its own frame, stated below; y is up and the axis of everything that is turned on a lathe.
// The centre of mass is not always its origin: models/bodies/body_geometry.h finds it.
#pragma once
#include <memory>
#include <string>
#include <variant>

#include "base/vec.h"
#include "physics/geometry/rod_shape.h"

namespace peal {

// ---- origin at the centre of the shape ----

struct SphereShape {
  double radius = 0.05;  // [m]
};

struct EllipsoidShape {
  Vec3 radii{0.03, 0.02, 0.04};  // [m] along x, y, z
};

/// Rectangular bar: edges along the body axes.
struct BarShape {
  Vec3 size{0.2, 0.01, 0.02};  // [m] along x, y, z
  double edge_radius =
      0.0005;  // [m] rounding of edges and corners felt by contacts; the mesh is sharp
};

struct BoxShape {
  Vec3 size{0.1, 0.1, 0.1};     // [m] along x, y, z
  double edge_radius = 0.0005;  // [m] felt by contacts; the mesh is sharp
};

/// A cube whose edges and corners are truly round.
struct DieShape {
  double size = 0.016;          // [m]
  double edge_radius = 0.0025;  // [m]
};

/// Disc with a raised rim on both faces.
struct CoinShape {
  double radius = 0.01213;           // [m]
  double thickness = 0.00175;        // [m] at the rim
  double rim_width = 0.001;          // [m] 0: no rim
  double field_thickness = 0.00145;  // [m] inside the rim
};

/// Flat rectangular sheet in the xz plane.
struct PlateShape {
  double length = 0.2, width = 0.2;  // [m] along x and z
  double thickness = 0.002;          // [m] along y
};

/// Wire bent to a circle in the xz plane; round section.
struct RingShape {
  double radius = 0.03;        // [m] of the wire's middle
  double wire_radius = 0.002;  // [m]
};

/// Vibraphone bar: along x, the underside cut away in the middle.
/// Height h(x) = middle + (height - middle) (|x| / half_cut)^power for |x| < half_cut.
/// The origin is the centre of the uncut bar.
struct UndercutBarShape {
  double length = 0.37, width = 0.057, height = 0.0127;  // [m] along x, z, y
  double middle_height = 0.0048583;                      // [m]
  double half_cut = 0.10085;                             // [m]
  double power = 3.1055;
};

/// Open at both ends, along y.
struct TubeShape {
  double radius = 0.02;  // [m] outer
  double thickness = 0.002;
  double length = 0.3;  // [m]
};

/// Flat key in the xy plane: a round bow with a hole, a blade along +x with cuts on its lower edge.
/// The origin is the centre of the bow.
struct KeyShape {
  double bow_radius = 0.012, hole_radius = 0.004;    // [m]
  double blade_length = 0.03, blade_height = 0.008;  // [m] from the bow's rim; along y
  double thickness = 0.002;                          // [m] along z
  int cuts = 5;
  double cut_depth = 0.002;  // [m]
};

/// Board in the xz plane with rounded corners.
struct TableTopShape {
  double length = 1.2, width = 0.7;  // [m] along x and z
  double thickness = 0.022;          // [m] along y
  double corner_radius = 0.03;       // [m]
};

// ---- origin on the axis, at the lowest point of the outside ----

/// Part of a spherical shell with a flat foot.
struct BowlShape {
  double radius = 0.08;  // [m] outer, at the rim
  double height = 0.06;  // [m]
  double thickness = 0.0025;
  double foot_radius = 0.03;  // [m]
};

/// Straight or conical vessel with a bottom.
struct CupShape {
  double radius = 0.035, bottom_radius = 0.03;  // [m] outer, at the rim and at the bottom
  double height = 0.08;                         // [m]
  double thickness = 0.002, bottom_thickness = 0.003;
};

/// Cylindrical vessel with a handle towards +x: rectangular section, bent to half an ellipse.
struct MugShape {
  double radius = 0.041, height = 0.095;  // [m] outer
  double thickness = 0.004, bottom_thickness = 0.005;
  double handle_reach = 0.032;  // [m] from the wall to the outside of the handle
  double handle_height = 0.06;  // [m] between the middles of its two roots
  double handle_width = 0.011;  // [m] along z
  double handle_thickness = 0.008;
};

/// Foot, stem and bowl in one piece.
struct WineglassShape {
  double foot_radius = 0.035, foot_thickness = 0.003;
  double stem_radius = 0.004, stem_height = 0.08;  // [m] between foot and bowl
  double bowl_radius = 0.04, rim_radius = 0.032;   // [m] outer: widest, and at the rim
  double bowl_height = 0.095;                      // [m]
  double thickness = 0.0012;                       // [m] at the rim
  double base_thickness = 0.004;                   // [m] at the bottom of the bowl
};

/// Cone and spout, open at both ends; spout down.
struct FunnelShape {
  double radius = 0.06, spout_radius = 0.008;      // [m] outer
  double cone_height = 0.06, spout_height = 0.05;  // [m]
  double thickness = 0.0015;
};

/// Church-bell profile, mouth down at y = 0, closed crown.
struct BellShape {
  double mouth_radius = 0.1;       // [m] outer, at the lip
  double height = 0.16;            // [m]
  double lip_thickness = 0.013;    // [m] at the sound bow
  double waist_thickness = 0.005;  // [m]
  double crown_thickness = 0.007;  // [m]
};

// ---- origin and axes as the file has them, after scale and up ----

enum class UpAxis { y, z };
struct ImportedBody;  // physics/geometry/imported_body.h

struct MeshShape {
  std::string file;                          // as written in the scene
  double scale = 1;                          // [m] per unit of the file
  UpAxis up = UpAxis::y;                     // which axis of the file points up
  double shell_thickness = 0;                // [m] > 0: the surface is the middle of a sheet
  std::shared_ptr<const ImportedBody> body;  // read when the scene is loaded; in metres, y up
};

using Shape =
    std::variant<SphereShape, BarShape, EllipsoidShape, BoxShape, DieShape, CoinShape, PlateShape,
                 RingShape, UndercutBarShape, TubeShape, KeyShape, TableTopShape, BowlShape,
                 CupShape, MugShape, WineglassShape, FunnelShape, BellShape, MeshShape, RodShape>;

/// How fine a body is meshed. docs/quality.md gives the measured error and cost of each level.
enum class MeshLevel { draft, normal, fine };

}  // namespace peal
