// The pulse records of all bodies of a render: each different body is computed once, or taken from
// the cache. Records are rounded as the cache rounds them, so that a render sounds the same whether
// its fields were computed now or found.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/bake/pulse_cache.h"
#include "models/bake/record_library.h"

namespace peal {

class PulseLibrary {
 public:
  /// @param cache where records are kept between runs; none: only in memory.
  explicit PulseLibrary(PulseCache cache = {}) : library_(std::move(cache)) {}

  using Progress = std::function<void(double part)>;  // 0 .. 1 of one record

  /// Closed surface in the body frame [m] (models/bake/click_method.h: click_surface,
  /// click_request). May be called from several threads: equal requests wait for one computation.
  /// Stops when the body cannot be computed (open surface, wall thinner than a cell, interrupt).
  std::shared_ptr<const PulseRecord> get(const TriangleMesh& surface, const PulseRequest& request,
                                         const Progress& progress = {});

  /// Whether the cache has it; its content is not looked at.
  bool keeps(const TriangleMesh& surface, const PulseRequest& request) const;

  int computed() const { return library_.computed(); }  // here
  int found() const { return library_.found(); }        // in the cache
  std::vector<std::string> warnings() const { return library_.warnings(); }
  void warn(const std::string& text) { library_.warn(text); }

 private:
  RecordLibrary<PulseRecord, PulseKind> library_;
};

}  // namespace peal
