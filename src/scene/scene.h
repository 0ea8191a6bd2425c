// Handover SCENE -> MOTION and all later stages: what a scene file says, checked and complete.
// Plain data, not changed after loading. SI units, right-handed, y up. Ranges and meaning of every
// member are declared once, in scene/declare_*.cpp; docs/reference/scene.md is made from there.
#pragma once
#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/constants.h"
#include "base/pose_track.h"
#include "base/vec.h"
#include "bodies/body_geometry.h"
#include "bodies/body_modes.h"
#include "elastic/material.h"
#include "geometry/shape.h"

namespace peal {

enum class ListenerKind { mono, stereo };

struct ListenerKeyframe {
  double time = 0;  // [s]
  Vec3 position;    // [m]
};

struct ListenerSpec {
  std::string name;
  ListenerKind kind = ListenerKind::stereo;
  Vec3 position;                       // [m] at time 0
  Vec3 look{0, 0, -1};                 // unit
  double spacing = 0.17;               // [m] between the two microphones of a stereo listener
  std::vector<ListenerKeyframe> path;  // after time 0, straight lines between the keyframes
};

enum class ObjectSound { modal, none };

struct ObjectSpec {
  std::string name;
  Shape shape;
  std::string material;
  Vec3 position;                     // [m] of the origin of the shape's own frame at time 0
  Quat rotation;                     // own frame to world at time 0
  Vec3 velocity;                     // [m/s] of the centre of mass at time 0
  Vec3 spin;                         // [rad/s] at time 0, world axes
  std::optional<MeshLevel> quality;  // instead of the scene's
  std::vector<FixedBox> fixed;       // own frame: nodes of the mesh inside are clamped
  bool is_static = false;            // does not move
  ObjectSound sound = ObjectSound::modal;
  double max_frequency = 20000;  // [Hz] modes above are left out
  int max_modes = 200;

  std::shared_ptr<const BodyGeometry> geometry;  // of the shape; there after loading

  /// Of the body frame (centre of mass, principal axes) at time 0.
  Pose pose() const {
    const BodyFrame& frame = geometry->frame;
    return {position + rotate(rotation, frame.centre), rotation * frame.axes};
  }
};

struct FloorSpec {
  double height = 0;  // [m]
  std::string material = "concrete";
  std::optional<double> restitution, friction;  // instead of the material's
};

struct MotionSettings {
  double step = 1e-3;         // [s]
  Vec3 gravity{0, -9.81, 0};  // [m/s^2]
  std::optional<FloorSpec> floor;
  double min_closing_speed = 0.01;  // [m/s]
};

/// A source of sound; its settings belong to its kind (scene/source_kind.h).
struct SourceSpec {
  std::string kind;
  std::any settings;
  std::string path;  // JSON pointer, for errors found later
};

struct ObjectMix {
  double gain_db = 0;  // [dB]
  bool mute = false;
};

struct MixSettings {
  double gain_db = 0;  // [dB]
  std::map<std::string, ObjectMix> objects;
};

enum class AudioFormat { wav, flac };
enum class LevelMode { calibrated, normalised };

struct OutputSettings {
  int rate = 48000;  // [Hz]
  AudioFormat format = AudioFormat::wav;
  LevelMode level = LevelMode::calibrated;
  double full_scale = 1;  // [Pa] pressure of sample value 1.0 (calibrated)
  double peak_dbfs = -3;  // [dB] of the largest sample (normalised)
};

struct Scene {
  int version = 1;
  std::string schema_link, comment;  // for editors and people
  std::string name = "scene";
  std::uint64_t seed = 1;
  double duration = 4;  // [s]
  Air air;
  MeshLevel quality = MeshLevel::normal;  // of all objects that do not say otherwise
  std::vector<ListenerSpec> listeners;
  std::map<std::string, Material> materials;  // declared and built in
  std::vector<ObjectSpec> objects;
  MotionSettings motion;
  std::vector<SourceSpec> sources;
  MixSettings mix;
  OutputSettings output;

  std::string file;                   // as in messages
  std::string content_hash;           // of the text it was read from
  std::vector<std::string> warnings;  // one line each, with file and JSON pointer

  /// Throws Error when there is none: a checked scene only refers to materials it has.
  const Material& material(const std::string& material_name) const;
  /// Index into objects, or -1.
  int object_index(const std::string& object_name) const;
};

}  // namespace peal
