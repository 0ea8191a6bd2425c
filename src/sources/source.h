// A source of sound, as the render driver sees it, and what a source kind has to supply.
// Adding a kind: write src/sources/<kind>.{h,cpp} with a function that returns a SourceKind, and
// add one line to kinds.h. Parser, schema, reference page and conformance tests follow that list.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emission/body_sound.h"
#include "emission/ensemble.h"
#include "motion/motion.h"
#include "motion/tape_writer.h"
#include "scene/scene.h"
#include "scene/source_kind.h"

namespace peal {

class Source {
 public:
  virtual ~Source() = default;
  /// Turns what happened into pushes on resonators. Blocks come in order, without gaps, in any
  /// lengths.
  virtual void excite(const MotionBlock& block) = 0;
  /// Before the first block: another program made the motion, by laws of its own.
  virtual void motion_is_from_elsewhere() {}
  /// Files of its own beside the sound, after the last block.
  virtual void write_results(const std::filesystem::path& folder) const { (void)folder; }
  /// Names of these files; known from the start.
  virtual std::vector<std::string> result_names() const { return {}; }
  /// What the user should know before trusting the sound, one line each; known from the start.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// The same, and numbers for report.json, known after the last block.
  virtual std::vector<std::string> later_warnings() const { return {}; }
  virtual std::vector<Fact> facts() const { return {}; }
};

struct SourceKind {
  SourceKindDeclaration declaration;
  /// Asks the ensemble for resonators and adds emitters; settings come from the spec.
  std::function<std::unique_ptr<Source>(const SourceSpec&, const Scene&, Ensemble&)> make;
  /// A complete small scene that makes this kind sound within a second: documentation and
  /// conformance test at once.
  std::string example;
  /// Of kinds whose sound is made while the motion is simulated: writes emission tracks, whether
  /// the scene has such a source or not.
  std::function<std::unique_ptr<TapeWriter>(const Scene&)> radiator = {};
};

/// What an object needs to ring, as the scene says.
BodySoundRequest body_sound_request(const Scene& scene, int object);

}  // namespace peal
