// Where calls of include/peal/renderer.h enter: the caller's wishes hold for all work below, and
// what it throws leaves as the exceptions of the public header.
#pragma once
#include "base/error.h"
#include "base/work_context.h"
#include "peal/renderer.h"
#include "scene/load.h"

namespace peal::renderer {

struct Scene::Data {
  peal::Scene scene;
};

template <class Work>
auto within(const Watch& watch, const Work& work) {
  WorkContext context({watch.cancel, watch.progress, watch.bars, watch.threads});
  const WorkScope scope(&context);
  try {
    return work();
  } catch (const Interrupted&) {
    throw Cancelled();
  } catch (const peal::SceneError& error) {
    throw SceneError(error.messages());
  } catch (const peal::Error& error) {
    throw Error(error.what());
  }
}

/// None: what the scene says.
std::optional<MeshLevel> level_of(Quality quality);

}  // namespace peal::renderer
