// Shape, material and limit => the body's modes in its body frame. The elastic problem knows no
// size: for length L, modulus E and density rho
//   omega = Omega sqrt(E / rho) / L,   phi = Phi / sqrt(rho L^3),
// with Omega and Phi of the same shape at L = E = rho = 1. Scaled copies, and copies of other
// materials with the same Poisson's ratio, therefore share one analysis; analyses are kept on disk.
#pragma once
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/hash.h"
#include "models/bodies/modes_cache.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/geometry/shape.h"

namespace peal {

/// What lies in this box cannot move along the held axes. Own frame of the shape. [m]
struct FixedBox {
  Vec3 min, max;
  std::array<bool, 3> held{true, true, true};  // x, y, z
};

struct BodyModesRequest {
  Shape shape;
  MeshLevel level = MeshLevel::normal;
  Material material;
  double max_frequency = 20000;  // [Hz]
  int max_modes = 1000;
  std::vector<FixedBox> fixed_boxes;
  Vec3 grain = {};  // along it, own frame of the shape, any length; zero: the longest axis
};

/// Unit vector along the grain, own frame of the shape; zero when the material has none. Of itself
/// it runs along the axis about which the body is easiest to turn: x, y or z, the first of these
/// within a hundredth, otherwise the principal axis.
Vec3 grain_of(const BodyModesRequest& request);

/// All of it that is heard when the body rings.
void add_to_hash(Hasher& hasher, const BodyModesRequest& request);

/// The mesh of a generated shape as it is analysed: at length one, where walls get other cells than
/// at their true size (physics/meshing/mesh_density.h).
SolidMesh unit_mesh(const Shape& shape, MeshLevel level);

class ModesLibrary {
 public:
  /// @param cache where analyses are kept between runs; none: only in memory.
  explicit ModesLibrary(ModesCache cache = {}) : cache_(std::move(cache)) {}

  /// Says what will be asked for, so that one analysis reaches far enough for all copies.
  void plan(const BodyModesRequest& request);

  /// Modes in the body frame, SI. Requests that share an analysis wait for it; others may run at
  /// the same time. Stops when the body cannot be analysed.
  /// @param watch told the part of the time that has passed, by the one that computes.
  ModalModel modes(const BodyModesRequest& request, const std::function<void(double)>& watch = {});

  /// Name of the cache's entry that modes() looks for when all has been planned.
  std::string key_of(const BodyModesRequest& request);
  /// Whether the cache has it; its content is not looked at.
  bool cached(const BodyModesRequest& request) { return cache_.holds(key_of(request)); }

  int computed() const { return computed_; }  // analyses made here
  int found() const { return found_; }        // analyses taken from the cache

 private:
  struct Analysis {
    double limit = 0;  // dimensionless frequency, Omega / 2 pi: how far somebody wants it to reach
    int most = 0;
    BodyModesRequest smallest;  // of those planned
    double smallest_length = std::numeric_limits<double>::infinity();
    std::mutex mutex;
    std::shared_ptr<const ModalModel> model;
    double reached = 0;  // limit and most of the model
    int held = 0;
  };
  std::shared_ptr<Analysis> analysis_of(const BodyModesRequest& request);
  static std::string entry_key(const BodyModesRequest& request, const Analysis& analysis);
  void keep(const std::string& key, const ModalModel& model) const;
  ModalModel compute(const Analysis& analysis, const std::function<void(double)>& watch) const;

  ModesCache cache_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Analysis>> analyses_;
  int computed_ = 0, found_ = 0;
};

}  // namespace peal
