// What the parts of a motion.glb share: one scene of nodes with names of their own, materials, one
// animation.
#pragma once
#include <map>
#include <set>
#include <string>

#include "motion/export/glb_builder.h"
#include "scene/scene.h"

namespace peal {

class MotionDocument {
 public:
  using Json = GlbBuilder::Json;

  /// @param file for messages. @param offset scene time [s] of the file's time 0: the keys of a
  /// glTF file cannot be negative.
  MotionDocument(const std::string& file, const Scene& scene, double offset);

  GlbBuilder& glb() { return glb_; }
  const std::string& file() const { return file_; }
  float key_time(double time) const { return static_cast<float>(time - offset_); }

  /// At the top of the scene; gives its number.
  std::size_t add_node(Json node);
  std::string unique(const std::string& wanted);
  /// Of a material of the scene, with its constants.
  std::size_t material_index(const std::string& name);
  /// @param path "translation", "rotation" or "scale". @param input, output accessors.
  void animate(std::size_t node, const char* path, std::size_t input, std::size_t output,
               const char* interpolation = "LINEAR");
  /// Said in the file's `extras`, too.
  void say_left_out(std::string sentence) { left_out_.push_back(std::move(sentence)); }
  const std::vector<std::string>& left_out() const { return left_out_; }

  std::string bytes(double fps);

 private:
  std::string file_;
  const Scene& scene_;
  double offset_;
  GlbBuilder glb_;
  Json samplers_ = Json::array(), channels_ = Json::array();
  std::set<std::string> names_;
  std::map<std::string, std::size_t> materials_;
  std::vector<std::string> left_out_;
};

}  // namespace peal
