// Handover SCENE -> MOTION and all later stages: what a scene file says, checked and complete.
// Plain data, not changed after loading. SI units, right-handed, y up. Ranges and meaning of every
// member are declared once, in scene/declare_*.cpp; docs/reference/scene.md is made from there.
#pragma once
#include <any>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/constants.h"
#include "base/pose_track.h"
#include "base/vec.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/body_modes.h"
#include "physics/elastic/materials/material.h"
#include "physics/geometry/shape.h"

namespace peal {

enum class ListenerKind { mono, stereo };

struct ListenerKeyframe {
  double time = 0;               // [s]
  Vec3 position;                 // [m]
  std::optional<Vec3> look, up;  // unit; none: as before
};

struct ListenerSpec {
  std::string name;
  ListenerKind kind = ListenerKind::stereo;
  Vec3 position;                       // [m] at time 0
  Vec3 look{0, 0, -1};                 // unit
  Vec3 up{0, 1, 0};                    // unit; the ears lie across look and up
  double spacing = 0.17;               // [m] between the two microphones of a stereo listener
  std::vector<ListenerKeyframe> path;  // after time 0, straight lines between the keyframes
  bool travel_time = true;             // false: sound arrives at once, in step with the picture
};

enum class ObjectSound { modal, none };
enum class ObjectRadiation { automatic, quick, transfer };  // in the order of its choice

/// A place on the way of an animated object.
struct ObjectKeyframe {
  double time = 0;  // [s]
  Vec3 position;    // [m] of the origin of the shape's own frame
  Quat rotation;    // own frame to world
};

/// Many bodies from one object: columns side by side, layer upon layer.
enum class CopyVariation { usual, hand_made, none };  // in the order of its choice

struct CopiesSpec {
  int count = 1;
  std::vector<int> columns{1, 1};  // along x and z
  Vec3 spacing;                    // [m] between neighbours
  Vec3 jitter;                     // [m] random shift, up to this much in each direction
  double turn = 0;                 // [degrees] random turn about a random axis, up to this much
  Vec3 velocity_jitter;            // [m/s]
  double interval = 0;             // [s] each is released this long after the one before
  CopyVariation variation = CopyVariation::usual;
};

/// What a static object stands on.
struct LegsSpec {
  std::optional<std::string> material;  // none: the object's
  double thickness = 0.05;              // [m] of their square section
  double inset = 0.06;                  // [m] of the four from the edges
  std::vector<Vec3> points;             // [m] own frame; none: a table top has four, others none
};

/// How an object moves: as a whole, or bending as far as it likes.
enum class BodyKind { rigid, rod, solid };  // in the order of its choice

/// A place on the way of what holds a rod.
struct RodOffset {
  double time = 0;  // [s]
  Vec3 offset;      // [m] from where it was at the start, world axes
};

/// Where a rod is held: at a point of it, by its number along the rod.
struct RodSupport {
  enum class Kind { pin, clamp, spring };  // in the order of its choice
  Kind kind = Kind::pin;
  double at = 0;                // 0 .. 1 along the rod
  double stiffness = 0;         // [N/m] spring
  double damping = 0;           // [N s/m] spring
  std::vector<RodOffset> path;  // pin, clamp: from rest to rest between its places
};

/// A half-sine force on a rod. Several at one place make any blow.
struct RodStrike {
  double at = 0.5;           // 0 .. 1 along the rod
  double time = 0.05;        // [s] first touch
  double impulse = 0.01;     // [N s]
  double duration = 1e-4;    // [s]
  Vec3 direction{0, -1, 0};  // unit, frame of the shape
};

/// A place of a rod is taken along, then let go.
struct RodPluck {
  double at = 0.5;     // 0 .. 1 along the rod
  double time = 0.1;   // [s] when it is let go
  double pull = 0.05;  // [s] how long it is held before
  double slip = 5e-4;  // [s] in which the force that holds it goes
  Vec3 offset;         // [m] how far it is taken, frame of the shape
};

/// Holds a place of a rod at one of another, or of its own.
struct RodJoint {
  enum class Kind { pin, rigid };  // in the order of its choice
  Kind kind = Kind::pin;
  double at = 1;     // 0 .. 1 along this rod
  std::string to;    // name of a rod
  double to_at = 0;  // 0 .. 1 along that one
};

/// What only rods have.
struct RodSettings {
  bool thick = false;             // it has rotary inertia and shear
  bool equilibrium = false;       // it begins at rest under gravity where its supports let it hang
  double drag = 0;                // [1/s] damping in proportion to mass
  std::optional<double> viscous;  // [s] in proportion to stiffness; none: from the loss factor
  double stretch = 1;             // its length at the start over its length at rest
  bool touches = true;            // other rods, and itself
  double rest_damping = 0;        // [1/s] of all but rigid motion, where it touches and is slow
  double rest_speed = 0.05;       // [m/s] above which there is none of it
  std::vector<RodSupport> supports;
  std::vector<RodStrike> strikes;
  std::vector<RodPluck> plucks;
  std::vector<RodJoint> joints;
};

/// Where what a solid is held by is at a time; smooth between them, at rest at the ends.
struct SolidHoldKey {
  double time = 0;  // [s]
  Vec3 offset;      // [m] from where it was at the start, frame of the shape
  double turn = 0;  // [degrees] about the axis of the hold
};

/// Where a solid is held: nodes of its mesh in the box, frame of the shape.
struct SolidHold {
  enum class Kind { clamp, pin };  // in the order of its choice
  Vec3 min, max;                   // [m]
  Kind kind = Kind::clamp;
  std::array<bool, 3> held{true, true, true};  // axes of the shape's frame
  std::vector<SolidHoldKey> path;              // empty: it stands still
  Vec3 about, axis{0, 0, 1};                   // [m], unit: of its turns
};

/// A half-sine force on a solid. Several at one place make any blow.
struct SolidStrike {
  Vec3 point;                // [m] frame of the shape; the nearest place of the surface
  double time = 0.05;        // [s] first touch
  double impulse = 0.01;     // [N s]
  double duration = 5e-4;    // [s]
  Vec3 direction{0, -1, 0};  // unit, frame of the shape at the start
};

/// What a solid is made of: in the order of its choice.
enum class SolidKind { automatic, sheet, bricks, tetrahedra };
enum class SolidLawChoice { automatic, linear, rubber };

/// What only solids have.
struct SolidSettings {
  SolidKind elements = SolidKind::automatic;
  SolidLawChoice law = SolidLawChoice::automatic;
  int cells = 20;                 // along the longest side
  double drag = 0;                // [1/s] damping in proportion to mass
  std::optional<double> viscous;  // [s] of bending, or of all strain; none: from the loss factor
  std::vector<SolidHold> held;
  std::vector<SolidStrike> strikes;
  std::filesystem::path recording;  // of another simulator; empty: it is simulated here
};

struct ObjectSpec {
  std::string name;
  BodyKind body = BodyKind::rigid;
  RodSettings rod;
  SolidSettings solid;
  Shape shape;
  std::string material;
  Vec3 position;                     // [m] of the origin of the shape's own frame at time 0
  Quat rotation;                     // own frame to world at time 0
  Vec3 velocity;                     // [m/s] of the centre of mass at time 0
  Vec3 spin;                         // [rad/s] at time 0, world axes
  std::optional<MeshLevel> quality;  // instead of the scene's
  std::vector<FixedBox> fixed;       // own frame: nodes of the mesh inside are clamped
  std::optional<Vec3> grain;         // along it, own frame; none: the longest axis
  bool is_static = false;            // does not move
  std::optional<LegsSpec> legs = LegsSpec{};
  double release = -1e6;             // [s] it hangs untouchable where it is until then
  std::vector<ObjectKeyframe> path;  // animated: moves along this, whatever hits it
  bool smooth_path = true;           // through the keyframes without corners
  std::optional<CopiesSpec> copies;  // none after loading: each copy is an object then
  ObjectSound sound = ObjectSound::modal;
  ObjectRadiation radiation = ObjectRadiation::automatic;
  double max_frequency = 20000;  // [Hz] modes above are left out
  int max_modes = 200;

  std::shared_ptr<const BodyGeometry> geometry;  // of the shape; there after loading
  std::size_t declared = 0;                      // number in the file: copies share it
  int copy = 0;                                  // which of the copies; the first is as computed
  CopyVariation variation = CopyVariation::usual;

  /// Of the body frame (centre of mass, principal axes) at time 0.
  Pose pose() const { return body_pose(position, rotation); }
  Pose body_pose(const Vec3& own_position, const Quat& own_rotation) const {
    const BodyFrame& frame = geometry->frame;
    return {own_position + rotate(own_rotation, frame.centre), own_rotation * frame.axes};
  }
  bool animated() const { return !path.empty(); }
  /// In its modes, when it is struck; what bends as far as it likes sounds by itself.
  bool rings() const { return sound == ObjectSound::modal && body == BodyKind::rigid; }
};

enum class GrainRegion { box, cylinder };  // in the order of its choice

/// A crowd of balls: sand, beads, sugar. Objects are few and have names; grains are many.
struct GrainsSpec {
  std::string name;
  std::string material;
  int count = 1000;
  double radius = 1e-3;  // [m]
  double radius_to = 0;  // [m] > radius: radii spread evenly from one to the other
  GrainRegion region = GrainRegion::box;
  Vec3 position;                // [m] the middle of where they are at the start
  Vec3 size{0.02, 0.02, 0.02};  // [m] of the region; a cylinder around y uses x as its diameter
  Vec3 velocity;                // [m/s] at the start
  Vec3 velocity_jitter;         // [m/s]
  double rate = 0;        // [1/s] > 0: poured, one after the other, from time 0 on; 0: all at once
  bool rest = true;       // grains that hardly move come to rest
  bool spin = false;      // they rub, by the friction of the materials, and spin
  double rolling = 0.03;  // [1] tangent of the slope on which they begin to roll
};

enum class FloorKind { half_space, plate };

/// Something porous on the floor.
struct FloorCovering {
  double thickness = 0.006;       // [m]; a carpet
  double flow_resistivity = 1e5;  // [Pa s/m^2]
};

struct FloorSpec {
  double height = 0;  // [m]
  std::string material = "concrete";
  std::optional<double> restitution, friction;  // instead of the material's
  FloorKind kind = FloorKind::half_space;
  double thickness = 0.02;                // [m] of a plate
  std::optional<double> reflection;       // factor of pressure; none: 1
  std::optional<FloorCovering> covering;  // none: bare, unless its material is named carpet
};

enum class JointKind { ball, hinge, string };

/// What holds two objects together. Places are where they are at the start, in the world.
struct JointSpec {
  JointKind kind = JointKind::ball;
  std::string a;                 // name of an object
  std::optional<std::string> b;  // of the other; none: the world
  Vec3 at;                       // [m] on a
  std::optional<Vec3> to;        // [m] string: its other end, on b
  Vec3 axis{0, 0, 1};            // hinge: unit
  std::optional<double> length;  // [m] string: when longer than the distance of its ends
  std::optional<bool> collide;   // whether the two can touch; strings yes, others no
};

/// What two bodies do instead of what their materials say. Names of objects or groups, or "floor".
struct PairSpec {
  std::string a, b;
  std::optional<double> restitution, friction;
};

/// What decides how far bodies rebound.
enum class Rebound { bodies, materials };
enum class RodContactLaw { hertz, hard };  // in the order of its choice

struct MotionSettings {
  double step = 1e-3;  // [s]
  Rebound rebound = Rebound::bodies;
  double preroll = 0;         // [s] the motion begins this long before the sound
  Vec3 gravity{0, -9.81, 0};  // [m/s^2]
  std::optional<FloorSpec> floor;
  double min_closing_speed = 0.05;  // [m/s]
  std::vector<JointSpec> joints;
  std::vector<PairSpec> pairs;
  std::filesystem::path take;  // file of a recorded motion that is heard instead; empty: simulate
  double take_offset = 0;      // [s] time of the take at which the sound begins
  double frame_rate = 60;      // [Hz] of motion.glb
  double rod_rate = 88200;     // [Hz] steps of rods; samples of solids
  RodContactLaw rod_contacts = RodContactLaw::hertz;
  double keep_limit = 4;  // [GB] larger emission tracks are not kept after a render
};

/// A source of sound; its settings belong to its kind (scene/source_kind.h).
struct SourceSpec {
  std::string kind;
  std::any settings;
  std::string path;  // JSON pointer, for errors found later
};

/// One slider of the mix. Of sliders of one sort, a solo silences those without; mute wins.
struct MixLevel {
  double gain_db = 0;  // [dB]
  bool mute = false, solo = false;
};

/// What two bodies do to each other: names of objects or groups, in any order; b may be "floor".
struct PairMix : MixLevel {
  std::string a, b;
};

/// scene/mix.h makes gains of it.
struct MixSettings {
  double gain_db = 0;                       // [dB]
  std::map<std::string, MixLevel> objects;  // by name of object or group
  std::vector<PairMix> pairs;
  std::map<std::string, MixLevel> mechanisms;  // by kind of source
};

enum class AudioFormat { wav, flac };
enum class LevelMode { calibrated, normalised };
enum class Stems { none, objects, groups, mechanisms };

/// A room that is not there, behind everything that was rendered.
struct ReverbSettings {
  double time = 0.8;   // [s] in which it falls by 60 dB, half as long at 6 kHz
  double level = -12;  // [dB] energy of its answer over that of the sound itself
};
/// What is loud is held back.
struct CompressSettings {
  double threshold = -24;                 // [dB] below the loudest sample
  double ratio = 4;                       // of changes in dB above it
  double attack = 0.005, release = 0.15;  // [s]
};

struct OutputSettings {
  int rate = 48000;  // [Hz]
  AudioFormat format = AudioFormat::wav;
  LevelMode level = LevelMode::calibrated;
  double full_scale = 1;        // [Pa] pressure of sample value 1.0 (calibrated)
  double peak_dbfs = -3;        // [dB] of the largest sample (normalised)
  std::optional<double> start;  // [s] of the first sample on the timeline, for the time stamp
  Stems stems = Stems::none;
  std::optional<ReverbSettings> reverb;
  std::optional<CompressSettings> compress;
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
  std::vector<GrainsSpec> grains;
  MotionSettings motion;
  std::vector<SourceSpec> sources;
  MixSettings mix;
  OutputSettings output;

  std::string file;                   // as in messages
  std::string content_hash;           // of the text it was read from
  std::vector<std::string> warnings;  // one line each, with file and JSON pointer

  /// Throws Error when there is none: a checked scene only refers to materials it has.
  const Material& material(const std::string& material_name) const;
  /// True when something deforms or there are grains: more than rigid bodies move.
  bool has_matter() const;
  /// Index into objects, or -1.
  int object_index(const std::string& object_name) const;
};

}  // namespace peal
