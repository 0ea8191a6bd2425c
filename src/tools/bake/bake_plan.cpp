#include "tools/bake/bake_plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "models/bake/pulse_cache.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/shape_rules.h"
#include "scene/source_kind.h"
#include "sources/click_settings.h"

namespace peal {
namespace {

/// Of the scene's source of clicks, if it has one; a scene without any source, a list of bodies, is
/// baked as if it had the plain one.
std::optional<ClickSourceSettings> settings_in(const Scene& scene) {
  for (const SourceSpec& source : scene.sources)
    if (source.kind == "click") return settings_of<ClickSourceSettings>(source);
  if (scene.sources.empty()) return ClickSourceSettings{};
  return std::nullopt;
}

std::string clicking_body_key(const ObjectSpec& object, const ObjectClick& click, const Air& air) {
  const auto& [method, level, max_frequency, may_be_proxy] = click;  // baking takes no substitute
  const auto& [speed_of_sound, density] = air;
  Hasher hasher;
  add_to_hash(hasher, object.shape);
  hasher.add(static_cast<int>(method)).add(static_cast<int>(level)).add(max_frequency);
  hasher.add(speed_of_sound).add(density);
  return hasher.result().hex();
}

/// A seventh of the harmonics of each DOF can be heard, about a byte per value: rather too
/// much.
double estimated_disk(const PulsePlan& plan) {
  const double cells = std::pow(plan.cells, 3) * std::max(1, plan.dofs);
  const double seconds = cells > 0 ? plan.cell_steps / cells * plan.step : 0;
  const double samples = plan.pulse > 0 ? seconds / (plan.pulse / 3) : 0;
  return 10e3 + plan.dofs * std::pow(plan.order + 1, 2) * samples * 0.15;
}

class Planner {
 public:
  explicit Planner(const BakeOptions& options) : options_(options) {}

  void add(const Scene& scene, const ObjectSpec& object, const ObjectClick& click) {
    const std::string body = clicking_body_key(object, click, scene.air);
    const auto [known, fresh] = bodies_.try_emplace(body);
    Body& entry = known->second;
    if (fresh) {
      throw_if_interrupted();
      entry.method = click.method;
      look_at(scene, object, click, entry);
    } else if (entry.method == ClickMethod::field && entry.unit >= 0) {
      ++plan_.units[static_cast<std::size_t>(entry.unit)].objects;
    }
    if (entry.method == ClickMethod::ball) ++plan_.balls;
    if (entry.method == ClickMethod::proxy) ++plan_.proxies;
  }

  BakePlan finish() {
    std::sort(plan_.units.begin(), plan_.units.end(), [](const auto& a, const auto& b) {
      if (a.plan.cell_steps != b.plan.cell_steps) return a.plan.cell_steps > b.plan.cell_steps;
      return a.key < b.key;
    });
    return std::move(plan_);
  }

 private:
  struct Body {
    ClickMethod method = ClickMethod::field;
    int unit = -1;  // none when it cannot be computed
  };

  void look_at(const Scene& scene, const ObjectSpec& object, const ObjectClick& click, Body& body) {
    BakeUnit unit;
    unit.object = object.name, unit.scene = scene.file;
    try {
      if (body.method != ClickMethod::field) return;
      PulseRequest request = click_request(scene.air, click.level, click.max_frequency);
      request.cell = options_.cell;
      unit.surface =
          std::make_shared<const TriangleMesh>(click_surface(object.shape, *object.geometry));
      unit.key = pulse_key(*unit.surface, request);
      // Other materials, or another level, can lead to the same field.
      if (const auto same = units_.find(unit.key); same != units_.end()) {
        body.unit = same->second;
        ++plan_.units[static_cast<std::size_t>(body.unit)].objects;
        return;
      }
      unit.plan = plan_pulses(*unit.surface, request);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      plan_.failures.push_back(fmt::format("{}: {}", unit.name(), error.what()));
      return;
    }
    if (!unit.plan.warning.empty())
      plan_.warnings.push_back(fmt::format("{}: {}", unit.name(), unit.plan.warning));
    unit.disk = estimated_disk(unit.plan);
    body.unit = static_cast<int>(plan_.units.size());
    units_[unit.key] = body.unit;
    plan_.units.push_back(std::move(unit));
  }

  BakeOptions options_;
  BakePlan plan_;
  std::map<std::string, Body> bodies_;
  std::map<std::string, int> units_;
};

}  // namespace

std::string BakeUnit::name() const { return fmt::format("{}: object '{}'", scene, object); }

BakePlan plan_bake(const std::vector<Scene>& scenes, const BakeOptions& options) {
  Planner planner(options);
  for (const Scene& scene : scenes) {
    const auto settings = settings_in(scene);
    if (!settings) continue;
    std::map<std::size_t, std::optional<ObjectClick>> of_declared;  // copies are alike
    for (const ObjectSpec& object : scene.objects) {
      const auto [click, fresh] = of_declared.try_emplace(object.declared);
      if (fresh) click->second = click_of(scene, object, *settings, options.quality);
      if (click->second && is_named(object.name, settings->objects))
        planner.add(scene, object, *click->second);
    }
  }
  return planner.finish();
}

double measure_pulse_rate() {
  std::vector<Vec3> corners;
  constexpr double kHalf = 0.01;  // [m]
  for (int k = 0; k < 8; ++k)
    corners.push_back({k & 1 ? kHalf : -kHalf, k & 2 ? kHalf : -kHalf, k & 4 ? kHalf : -kHalf});
  const TriangleMesh cube = convex_hull(corners);
  PulseRequest request;
  request.cell = kHalf / 5;
  const PulsePlan plan = plan_pulses(cube, request);
  const auto start = std::chrono::steady_clock::now();
  compute_pulses(cube, plan);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return plan.cell_steps / std::max(seconds.count(), 1e-6);
}

}  // namespace peal
