// Which field a body's clicks come from: the request of a source => the tables.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "emission/fields/click_field.h"
#include "models/bake/click_method.h"
#include "models/bake/pulse_library.h"

namespace peal {

struct ClickRequest {
  std::string name;  // of the object, for warnings
  Shape shape;
  std::shared_ptr<const BodyGeometry> geometry;  // of the shape
  MeshLevel level = MeshLevel::normal;
  Air air;
  double max_frequency = 20000;  // [Hz]
  ClickMethod method = ClickMethod::field;
  bool may_be_proxy = false;  // a field that cannot be computed is replaced, with a warning
};

/// Requests with the same key share one field.
std::string click_key(const ClickRequest& request);

/// [cell-steps] to compute its field; nothing for closed forms and for what the library has kept.
double click_cost(const ClickRequest& request, const PulseLibrary& library);

/// A field of pulses is computed, or taken from the library. Stops when the body cannot be
/// computed.
std::shared_ptr<const ClickField> make_click_field(const ClickRequest& request,
                                                   PulseLibrary& library,
                                                   const PulseLibrary::Progress& progress = {});

}  // namespace peal
