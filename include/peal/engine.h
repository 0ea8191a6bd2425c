// Peal's engine: sound of bodies that a game or simulation moves, computed while it plays.
//
// In:  a bank (`peal pack scene.json -o scene.pealbank`) in memory; poses, impacts and contacts.
// Out: float samples, one row per ear or one dry row per object. 1.0 is `full_scale` pascals.
// Units are SI, axes right-handed. A body's frame is that of `peal`: origin in the centre of mass,
// axes along the principal axes. Games that place bodies by the origin and axes of a mesh file
// (its pivot) spawn them with EngineFrame::mesh.
//
// Threads: one thread creates, moves and strikes (the game), one thread renders (the audio
// callback). They meet in a ring of events without locks. render() never allocates, locks, throws
// or does I/O, and neither do the calls of the game's thread after create(). Every call may be made
// with any numbers: what makes no sense is refused, counted in EngineStats, and heard nowhere.
//
// An event sounds from the next render() on, 48 samples and the travel time of sound later.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace peal {

using EngineVector = std::array<double, 3>;    // x, y, z
using EngineRotation = std::array<double, 4>;  // w, x, y, z: turns body into world coordinates

/// 3 x 4, row-major: x' = M x + m.
using EngineMatrix = std::array<double, 12>;

/// What poses and local points of an object are given in.
enum class EngineFrame {
  body,  // centre of mass, principal axes; points in metres
  /// Origin and axes of the file (or shape) that the body was made from: position and velocity
  /// [m], [m/s] are those of its origin, local points are the file's own coordinates.
  mesh
};

/// Whatever does not move and does not sound: partner of impacts and contacts.
inline constexpr int kGround = -1;

/// Everything is reserved at create(); these numbers never grow.
struct EngineLimits {
  double rate = 48000;        // [Hz] of the output
  int ears = 2;               // 1 or 2: the engine's own listener; 0: one dry row per object
  int max_objects = 64;       // spawned at once, at most 65536
  int max_voices = 32;        // objects that ring at once; the quietest gives way to a new one
  int max_modes = 4000;       // rendered at once, over all voices: the processor budget
  int max_pushes = 16;        // impacts whose touch is heard, at once; of others what rings
  int max_contacts = 16;      // that slide or roll at once
  int max_events = 1024;      // between two calls of render()
  double max_distance = 100;  // [m] travel time is not followed farther than this
  double full_scale = 10;     // [Pa] that become a sample of 1.0
  double inaudible = 2e-5;    // [Pa] what stays below it is not computed
  double max_memory = 1e9;    // [bytes] create() refuses what needs more, and says what needs it
  /// A floor that reflects, y = floor_height [m], heard by the engine's own ears: the part of the
  /// pressure that comes back, 0 .. 1. 0: none, for games that have rooms of their own.
  double floor_height = 0, floor_reflection = 0;
  /// Copies of each body that differ as things do that are made one by one: see spawn(). 1: all
  /// are equal. Each takes as much memory as a body.
  int max_copies = 1;
};

/// Where an object is. Velocity and spin are used between updates; zero when unknown.
struct EnginePose {
  EngineVector position{};  // [m] of the centre of mass, or of the mesh's origin: EngineFrame
  EngineRotation rotation{1, 0, 0, 0};
  EngineVector velocity{};  // [m/s]
  EngineVector spin{};      // [rad/s] world axes
};

/// Two objects meet. What is negative is unknown: the impulse follows from the closing speed and
/// how both bodies give way, the speed from the impulse or else from the velocities of the poses.
/// The speed decides what rings, the impulse what clicks.
struct EngineImpact {
  int a = kGround, b = kGround;
  EngineVector point{};          // [m] world
  EngineVector normal{0, 1, 0};  // from b to a, any length > 0
  double impulse = -1;           // [N s] along the normal
  double closing_speed = -1;     // [m/s]
  double delay = 0;              // [s] after the start of the next rendered block, 0 .. 1
  /// Point and normal are in the frame of a (of b when a is the ground) as it was spawned, not in
  /// the world: they go with the object.
  bool local = false;
};

/// A contact that lasts, as seen at one instant; send one every 8 to 33 ms.
struct EngineContact {
  EngineVector point{};          // [m] world
  EngineVector normal{0, 1, 0};  // from b to a
  double normal_force = 0;       // [N]
  EngineVector slip{};           // [m/s] velocity of a's surface less that of b's
  EngineVector roll{};           // [m/s] velocity with which the point of contact moves over b
};

enum class EngineContactState { none, rest, slide, roll };

/// Counts since create().
struct EngineStats {
  std::int64_t rendered = 0;    // samples
  std::int64_t impacts = 0;     // that were heard
  std::int64_t overflowed = 0;  // events dropped: the ring was full
  std::int64_t refused = 0;     // events with numbers or ids that make no sense
  std::int64_t stolen = 0;      // voices that gave way
  std::int64_t unheard = 0;     // impacts without a voice, or too weak to take one
  std::int64_t limited = 0;     // samples bent by the limiter
  int voices = 0, modes = 0;    // now: voices that ring, modes rendered
  int contacts = 0;             // now: contacts that sound
  /// Contacts that a body could not hear: no voice, or four others act on it already.
  std::int64_t crowded = 0;
};

class Engine {
 public:
  /// @param bank must stay where it is until the engine is gone; it is copied when it does not
  /// begin on a multiple of 64 bytes.
  /// @return null, and a sentence in `error`, when the bank or a limit makes no sense.
  static std::unique_ptr<Engine> create(std::span<const std::byte> bank, const EngineLimits& limits,
                                        std::string& error) noexcept;
  /// [bytes] that create() would reserve beside the bank; 0, and a sentence in `error`, when the
  /// bank or a limit makes no sense. `max_memory` is not looked at.
  static std::size_t memory_needed(std::span<const std::byte> bank, const EngineLimits& limits,
                                   std::string& error) noexcept;
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Bodies of the bank.
  int bodies() const noexcept;
  const char* body_name(int body) const noexcept;  // "" when there is no such body
  int find_body(const char* name) const noexcept;  // -1: none of this name
  double body_mass(int body) const noexcept;       // [kg]
  /// From coordinates of its mesh file (units, up axis and origin as they stand there) to its body
  /// frame [m]; a rotation times a scale, and a shift. Of shapes without a file: from their own
  /// frame. The identity when there is no such body.
  EngineMatrix mesh_to_body(int body) const noexcept;

  // The game's thread. False or -1: refused, or the ring is full.
  /// @param held does not give way when it is hit: walls, tables, what an animation leads.
  /// @param frame of all its poses and local points.
  /// @param copy which piece of its kind it is: pitch and decay of its modes differ a little, by
  /// how much depends on what it is made of. 0 is as computed; equal numbers sound equal, always;
  /// counted modulo max_copies.
  int spawn(int body, const EnginePose& pose = {}, bool held = false,
            EngineFrame frame = EngineFrame::body, int copy = 0) noexcept;
  /// What rings goes on ringing where it is (dry rows: fades out at once). Impacts on it that are
  /// still to come do not happen; its contacts end, and their ids with them.
  bool despawn(int object) noexcept;
  bool set_pose(int object, const EnginePose& pose) noexcept;
  /// With one ear `right` is not used; without ears the place between both tells into which
  /// direction the objects radiate.
  bool set_listener(const EngineVector& left, const EngineVector& right) noexcept;
  bool impact(const EngineImpact& impact) noexcept;
  /// @return a contact, -1 when there are too many.
  int contact_begin(int a, int b) noexcept;
  bool contact_update(int contact, const EngineContact& state) noexcept;
  bool contact_end(int contact) noexcept;
  /// What the engine takes it for, as of the last rendered block.
  EngineContactState contact_state(int contact) const noexcept;
  /// Where a point of an object's frame is by the last pose that it was told. False: no such
  /// object.
  bool to_world(int object, const EngineVector& point, EngineVector& world) const noexcept;
  /// Row of `dry` that belongs to an object; -1 when there is no such object.
  int dry_row(int object) const noexcept;

  // The audio thread.
  /// Fills ears[0 .. ears-1] with `frames` samples.
  void render(float* const* ears, int frames) noexcept;
  /// The same for an engine without ears: dry[row] for 0 <= row < max_objects; a null row is
  /// skipped. Pressure in the listener's direction, brought to 1 m; no delay, no spreading.
  void render_dry(float* const* dry, int frames) noexcept;
  /// How far the modes of an object swing now, for pictures: |q| [kg^1/2 m] per mode, which times
  /// the mode's shape [kg^-1/2] is metres. @param row as of dry_row(). @return how many were
  /// written, at most `most`; 0 while it does not ring.
  int mode_amplitudes(int row, float* out, int most) const noexcept;

  /// May be read by any thread; numbers may be one block old.
  EngineStats stats() const noexcept;
  const EngineLimits& limits() const noexcept;

 private:
  struct Parts;
  explicit Engine(std::unique_ptr<Parts> parts) noexcept;
  std::unique_ptr<Parts> parts_;
};

}  // namespace peal
