// What `peal field` was asked for: options => body, air and FieldRequest. What users write is in
// the shape's own frame, in metres and seconds.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/constants.h"
#include "body_argument.h"
#include "io/data/pressure_probes.h"
#include "physics/wave/pulses/field_slices.h"
#include "tools/bodies/field_output.h"

namespace peal {

struct FieldArguments {
  BodyArgument body;
  std::string object, dof = "ty", profile = "pulse", slice, times = "8", points, out;
  std::optional<double> duration, end, extent, cell;  // left out: chosen
  double offset = 0;
  std::vector<std::string> probes;
  bool video = false, quiet = false;
  int threads = 0;

  void add_to(const Command& command);
  /// Stops at a number that is not finite, or not > 0 where it must be.
  void check() const;
};

/// The body to be shaken, and the air around it.
struct FieldSubject {
  std::string name;
  Shape shape;
  Air air;
};

FieldSubject field_subject(const FieldArguments& arguments);

/// As the user writes them.
std::vector<ProbePoint> field_probe_points(const FieldArguments& arguments);

/// @param centre of mass, in the shape's own frame [m].
FieldRequest field_request(const FieldArguments& arguments, const Air& air, const Vec3& centre,
                           const std::vector<ProbePoint>& points);

/// A number of pictures, or a list of times => times [s].
std::vector<double> field_times(const FieldArguments& arguments, const FieldPlan& plan);

}  // namespace peal
