#include "body_argument.h"

#include <fmt/format.h>

namespace peal {

void BodyArgument::add_to(const Command& command) {
  command
      .add_option(
          "body", body,
          "mesh file (OBJ, PLY, STL, glTF, GLB; solids: MSH, VTU), or a shape: wineglass, "
          "bowl:radius=0.1,height=0.06, bar:size=0.2x0.01x0.02, or its JSON; shapes: sphere, "
          "ellipsoid, bar, box, plate, die, coin, key, ring, tube, undercut_bar, "
          "table_top, bowl, cup, mug, wineglass, funnel, bell")
      .required();
  command.add_option("--scale", scale, "metres per unit of the mesh file: 0.001 for mm [1]");
  command.add_option("--up", up, "axis of the mesh file that points up: y or z [y]")
      .one_of({"y", "z"});
  command.add_option("--shell-thickness", shell_thickness,
                     "the surface is the middle of a sheet of this thickness, in metres");
  command.add_option("--quality", quality, "draft, normal or fine [normal]")
      .one_of({"draft", "normal", "fine"});
}

void print_body_notes(const Shape& shape) {
  for (const std::string& note : body_notes(shape)) fmt::print(stderr, "note: {}\n", note);
}

}  // namespace peal
