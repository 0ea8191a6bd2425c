// Shapes of objects: one record per kind. Relations between fields: physics/geometry/shape_rules.h.
#include "base/error.h"
#include "io/schema/tagged.h"
#include "io/schema/vector_types.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_rules.h"
#include "scene/declare.h"

namespace peal {
namespace {

const Range kSize{1e-4, 100};      // [m]
const Range kThickness{2e-5, 10};  // [m]
const Range kRounding{1e-6, 50};   // [m]

/// A record whose fields must fit each other.
template <class S>
Record<S> shape(const char* name, const char* sentence) {
  return Record<S>(name, Decides::motion | Decides::modes | Decides::radiation, sentence)
      .check([](const S& s, const Cursor& at) {
        for (const ShapeProblem& problem : shape_problems(s))
          at.child(problem.field).error("{}", problem.message);
      });
}

constexpr const char* kFelt =
    "Rounding of edges and corners as contacts feel it; below half the smallest side.";

Record<SphereShape> sphere() {
  return shape<SphereShape>("sphere", "A solid ball.")
      .number("radius", &SphereShape::radius, kSize, "m", "Radius.")
      .required();
}

Record<EllipsoidShape> ellipsoid() {
  return shape<EllipsoidShape>("ellipsoid", "A solid ellipsoid, its axes along the body axes.")
      .field("radii", &EllipsoidShape::radii, vector(kSize, "m"), "Half axes along x, y and z.")
      .required();
}

Record<BarShape> bar() {
  return shape<BarShape>("bar", "A solid rectangular bar, its edges along the body axes.")
      .field("size", &BarShape::size, vector(kSize, "m"), "Lengths along x, y and z.")
      .required()
      .number("edge_radius", &BarShape::edge_radius, kRounding, "m", kFelt)
      .decides(Decides::motion | Decides::modes | Decides::radiation);
}

Record<BoxShape> box() {
  return shape<BoxShape>("box", "A solid rectangular block.")
      .field("size", &BoxShape::size, vector(kSize, "m"), "Lengths along x, y and z.")
      .required()
      .number("edge_radius", &BoxShape::edge_radius, kRounding, "m", kFelt)
      .decides(Decides::motion | Decides::modes | Decides::radiation);
}

Record<DieShape> die() {
  return shape<DieShape>("die", "A cube with truly round edges and corners.")
      .number("size", &DieShape::size, kSize, "m", "Length of its sides.")
      .number("edge_radius", &DieShape::edge_radius, kRounding, "m",
              "Radius of edges and corners; at most 0.45 of the size.");
}

Record<CoinShape> coin() {
  using S = CoinShape;
  return shape<S>("coin", "A disc in the xz plane with a raised rim on both faces.")
      .number("radius", &S::radius, kSize, "m", "Outer radius.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness at the rim.")
      .number("rim_width", &S::rim_width, Range{0, 50}, "m", "Width of the rim; 0 for none.")
      .number("field_thickness", &S::field_thickness, kThickness, "m",
              "Thickness inside the rim; at most that of the rim.");
}

Record<PlateShape> plate() {
  using S = PlateShape;
  return shape<S>("plate", "A flat rectangular sheet in the xz plane.")
      .number("length", &S::length, kSize, "m", "Length along x.")
      .number("width", &S::width, kSize, "m", "Length along z.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness along y.");
}

Record<RingShape> ring() {
  using S = RingShape;
  return shape<S>("ring", "Round wire bent to a circle in the xz plane.")
      .number("radius", &S::radius, kSize, "m", "From the axis to the middle of the wire.")
      .number("wire_radius", &S::wire_radius, kThickness, "m", "Radius of the wire.");
}

Record<UndercutBarShape> undercut_bar() {
  using S = UndercutBarShape;
  return shape<S>(
             "undercut_bar",
             "A vibraphone bar along x: its height under the middle is middle_height and grows "
             "as (|x| / half_cut)^power. The origin is the centre of the uncut bar.")
      .number("length", &S::length, kSize, "m", "Length along x.")
      .number("width", &S::width, kSize, "m", "Length along z.")
      .number("height", &S::height, kSize, "m", "Height along y, uncut.")
      .number("middle_height", &S::middle_height, kThickness, "m", "Height left in the middle.")
      .number("half_cut", &S::half_cut, kSize, "m", "From the middle to the end of the cut.")
      .number("power", &S::power, Range{1, 20}, "", "How the height grows from the middle.");
}

Record<TubeShape> tube() {
  using S = TubeShape;
  return shape<S>("tube", "A round tube along y, open at both ends.")
      .number("radius", &S::radius, kSize, "m", "Outer radius.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of the wall.")
      .number("length", &S::length, kSize, "m", "Length along y.");
}

Record<KeyShape> key() {
  using S = KeyShape;
  return shape<S>("key",
                  "A flat key in the xy plane: a round bow with a hole, a blade along +x with "
                  "V-shaped cuts in its lower edge. The origin is the centre of the bow.")
      .number("bow_radius", &S::bow_radius, kSize, "m", "Outer radius of the bow.")
      .number("hole_radius", &S::hole_radius, kThickness, "m", "Radius of its hole.")
      .number("blade_length", &S::blade_length, kSize, "m", "Length of the blade from the bow on.")
      .number("blade_height", &S::blade_height, kSize, "m", "Height of the blade along y.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness along z.")
      .integer("cuts", &S::cuts, 0, 50, "", "Number of cuts.")
      .number("cut_depth", &S::cut_depth, Range{0, 10}, "m", "Depth of the cuts.");
}

Record<TableTopShape> table_top() {
  using S = TableTopShape;
  return shape<S>("table_top", "A board in the xz plane with round corners.")
      .number("length", &S::length, kSize, "m", "Length along x.")
      .number("width", &S::width, kSize, "m", "Length along z.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness along y.")
      .number("corner_radius", &S::corner_radius, Range{0, 50}, "m", "Radius of the corners.");
}

Record<BowlShape> bowl() {
  using S = BowlShape;
  return shape<S>(
             "bowl",
             "Part of a spherical shell with a flat foot, open above. The origin is the middle "
             "of the foot's underside.")
      .number("radius", &S::radius, kSize, "m", "Outer radius at the rim.")
      .number("height", &S::height, kSize, "m", "Height of the rim above the foot.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of wall and floor.")
      .number("foot_radius", &S::foot_radius, kSize, "m", "Radius of the flat foot.");
}

Record<CupShape> cup() {
  using S = CupShape;
  return shape<S>("cup",
                  "A straight or conical vessel, open above. The origin is the middle of its "
                  "underside.")
      .number("radius", &S::radius, kSize, "m", "Outer radius at the rim.")
      .number("bottom_radius", &S::bottom_radius, kSize, "m", "Outer radius at the bottom.")
      .number("height", &S::height, kSize, "m", "Height.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of the wall.")
      .number("bottom_thickness", &S::bottom_thickness, kThickness, "m", "Thickness of the floor.");
}

Record<MugShape> mug() {
  using S = MugShape;
  return shape<S>("mug",
                  "A cylindrical vessel with a handle towards +x, open above. The origin is the "
                  "middle of its underside.")
      .number("radius", &S::radius, kSize, "m", "Outer radius.")
      .number("height", &S::height, kSize, "m", "Height.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of the wall.")
      .number("bottom_thickness", &S::bottom_thickness, kThickness, "m", "Thickness of the floor.")
      .number("handle_reach", &S::handle_reach, kSize, "m",
              "From the wall to the outside of the handle.")
      .number("handle_height", &S::handle_height, kSize, "m",
              "Between the middles of the handle's two roots.")
      .number("handle_width", &S::handle_width, kSize, "m", "Width of the handle along z.")
      .number("handle_thickness", &S::handle_thickness, kSize, "m", "Thickness of the handle.");
}

Record<WineglassShape> wineglass() {
  using S = WineglassShape;
  return shape<S>("wineglass",
                  "Foot, stem and bowl in one piece. The origin is the middle of the foot's "
                  "underside.")
      .number("foot_radius", &S::foot_radius, kSize, "m", "Radius of the foot.")
      .number("foot_thickness", &S::foot_thickness, kThickness, "m", "Thickness of the foot.")
      .number("stem_radius", &S::stem_radius, kSize, "m", "Radius of the solid stem.")
      .number("stem_height", &S::stem_height, kSize, "m", "Between foot and bowl.")
      .number("bowl_radius", &S::bowl_radius, kSize, "m", "Outer radius at the widest place.")
      .number("rim_radius", &S::rim_radius, kSize, "m", "Outer radius at the rim.")
      .number("bowl_height", &S::bowl_height, kSize, "m", "From the end of the stem to the rim.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of the wall at the rim.")
      .number("base_thickness", &S::base_thickness, kThickness, "m",
              "Thickness at the bottom of the bowl.");
}

Record<FunnelShape> funnel() {
  using S = FunnelShape;
  return shape<S>(
             "funnel",
             "A cone above a spout, open at both ends. The origin is on the axis, at the lower "
             "end of the spout.")
      .number("radius", &S::radius, kSize, "m", "Outer radius at the rim.")
      .number("spout_radius", &S::spout_radius, kSize, "m", "Outer radius of the spout.")
      .number("cone_height", &S::cone_height, kSize, "m", "Height of the cone.")
      .number("spout_height", &S::spout_height, kSize, "m", "Length of the spout.")
      .number("thickness", &S::thickness, kThickness, "m", "Thickness of the wall.");
}

Record<BellShape> bell() {
  using S = BellShape;
  return shape<S>(
             "bell",
             "A church bell, mouth down, with a closed crown. The origin is on the axis, at the "
             "height of the lip.")
      .number("mouth_radius", &S::mouth_radius, kSize, "m", "Outer radius at the lip.")
      .number("height", &S::height, kSize, "m", "Height from lip to crown.")
      .number("lip_thickness", &S::lip_thickness, kThickness, "m",
              "Thickness of the sound bow, the part above the lip.")
      .number("waist_thickness", &S::waist_thickness, kThickness, "m", "Thickness of the waist.")
      .number("crown_thickness", &S::crown_thickness, kThickness, "m", "Thickness of the crown.");
}

Record<MeshShape> mesh() {
  using S = MeshShape;
  return shape<S>("mesh", "A body read from a mesh file; origin and axes are those of the file.")
      .field("file", &S::file, text(4096), "Name of the file, relative to the folder of the scene.")
      .required()
      .keyed_by([](const S& s, FieldKey& key) {
        if (!s.body) fail("the mesh file '{}' has not been read", s.file);
        key.hasher().add(s.body->content_hash);
      })
      .number("scale", &S::scale, Range::above(0).up_to(1e6), "m",
              "Length of one unit of the file: 0.001 for a file in millimetres.")
      .choice("up", &S::up, {{"y", "as in Peal"}, {"z", "as in most CAD programs"}},
              "The axis of the file that points up.")
      .number("shell_thickness", &S::shell_thickness, Range{0, 10}, "m",
              "If > 0, the surface is the middle of a sheet of this thickness instead of the skin "
              "of a solid.");
}

}  // namespace

Of<Shape> shape_type() {
  return Tagged<Shape>()
      .kind("sphere", sphere())
      .kind("ellipsoid", ellipsoid())
      .kind("bar", bar())
      .kind("box", box())
      .kind("plate", plate())
      .kind("die", die())
      .kind("coin", coin())
      .kind("key", key())
      .kind("ring", ring())
      .kind("tube", tube())
      .kind("undercut_bar", undercut_bar())
      .kind("table_top", table_top())
      .kind("bowl", bowl())
      .kind("cup", cup())
      .kind("mug", mug())
      .kind("wineglass", wineglass())
      .kind("funnel", funnel())
      .kind("bell", bell())
      .kind("mesh", mesh())
      .kind("rod", rod_shape_record());
}

}  // namespace peal
