// Peal's renderer as a library: a scene in, calibrated pressure at its listeners out. What the
// program `peal` does with `check`, `render` and `simulate`, for programs.
//
//   const auto scene = peal::renderer::Scene::from_file("drop.json");
//   const auto sound = peal::renderer::render(scene);     // pascals, in memory
//   peal::renderer::render_to_folder(scene, "out/drop");  // the files of `peal render`
//
// Units are SI, axes right-handed with y up; pressures are pascals. Errors are exceptions whose
// text names file, field and the way out. Calls may be made from several threads at once. The same
// scene gives the same samples for any number of threads.
//
// CMake: find_package(peal COMPONENTS renderer), then link with peal::renderer. C++20; nothing but
// the standard library is included.
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace peal::renderer {

/// What a person can act on: where, what was found, the way out.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All mistakes of a scene at once, like
/// "glass.json:/materials/crystal/density: expected > 0 kg/m^3, got -2500"; what() has a line each.
class SceneError : public Error {
 public:
  explicit SceneError(std::vector<std::string> messages);
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

/// Watch::cancel said so, or a signal if the program handles those. No result was written and no
/// older one replaced.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled; nothing was overwritten") {}
};

/// Who starts long work and waits for it. Both functions are called by one thread at a time, but
/// not always by the same.
struct Watch {
  /// Stage ("motion", "modes", "sound", ...) and part of it that is done, 0 .. 1. Which stages
  /// there are shows on the way. What it throws ends the work.
  std::function<void(const std::string& stage, double part)> progress = {};
  /// True: the work ends with Cancelled, mostly within a fraction of a second.
  std::function<bool()> cancel = {};
  int threads = 0;    // 0: all cores
  bool bars = false;  // draws progress on standard error, as `peal` does
};

/// A scene that was read and checked. Copies are cheap; it never changes.
class Scene {
 public:
  /// Throw SceneError.
  static Scene from_file(const std::filesystem::path& file);
  /// @param name begins messages and names results. @param folder that paths of meshes, takes and
  /// sounds in it begin in.
  static Scene from_text(std::string_view text, const std::string& name = "scene",
                         const std::filesystem::path& folder = {});

  const std::string& name() const;
  double duration() const;  // [s] of its sound
  std::vector<std::string> listeners() const;
  std::vector<std::string> objects() const;
  std::size_t sources() const;
  std::filesystem::path take() const;  // recorded motion that it plays; empty: simulated
  double take_offset() const;          // [s] time of the take at which the sound begins
  /// What is odd about its fields, one line each.
  const std::vector<std::string>& warnings() const;
  /// Sets up motion and sources and goes no further. Throws what a render would throw before its
  /// long work: bodies that overlap, sources that cannot sound. Returns further warnings.
  std::vector<std::string> check() const;

  struct Data;
  const Data& data() const { return *data_; }

 private:
  explicit Scene(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

enum class Quality { of_scene, draft, normal, fine };
enum class Level { of_scene, calibrated, normalised };
enum class Stems { of_scene, none, objects, groups, mechanisms };

struct RenderResult;

/// Instead of what the scene says, where it says it.
struct RenderOptions {
  Quality quality = Quality::of_scene;  // of all objects
  std::optional<double> duration;       // [s]
  std::optional<std::uint64_t> seed;
  bool travel_time = true;     // false: sound arrives at once, from any distance
  std::filesystem::path take;  // plays this recorded motion
  bool cache = true;           // keeps modes and fields between runs ($PEAL_CACHE, ~/.cache/peal)
  double block = 0.1;          // [s] of sound per turn; does not change the samples
  Watch watch;

  // Of files alone.
  Level level = Level::of_scene;
  std::optional<double> full_scale;  // [Pa] pressure of sample value 1.0 (calibrated)
  Stems stems = Stems::of_scene;
  bool pictures = true;
  std::optional<std::pair<double, double>> picture_levels;  // [dB SPL] colours of spectrograms
  std::optional<double> picture_peak;                       // [Pa] axes of waveforms
  bool motion_files = true;                                 // motion.glb, events.csv
  bool simulate_anew = false;    // even when the folder holds a take of the same motion
  double checkpoint_every = 10;  // [s] from which a simulation that was killed goes on
  /// Called when all results are written, but not yet in place: they lie in the folder it is given,
  /// where it may add one more. When it throws, the others take their places all the same.
  std::function<void(const std::filesystem::path& folder, const RenderResult&)> add_result = {};
};

struct ListenerResult {
  std::string name;
  int rate = 0;  // [Hz]
  int channels = 0;
  double peak = 0, rms = 0;    // [Pa] of all channels
  double peak_db_spl = 0;      // re 20 uPa; minus infinity: silence
  std::string silent_because;  // empty when there is anything to hear
  std::vector<float> samples;  // [Pa] channels interleaved; of render() alone

  // Of files alone.
  std::filesystem::path file, picture;
  std::vector<std::string> stems;  // names of files beside it
  double gain = 0;                 // sample value per pascal
  std::int64_t clipped = 0;        // samples beyond full scale; a float WAV keeps their values
  std::string comment;             // on its level, as in the file
};

/// A number or word of report.json: "modes", "pushes", "radiation.method", ...
struct Fact {
  std::string name;
  std::variant<std::int64_t, double, std::string> value;
};

struct ObjectResult {
  std::string name;
  bool moves = false;
  std::vector<Fact> facts;     // what it did
  std::string silent_because;  // empty when it sounds
};

struct RenderResult {
  double duration = 0;  // [s]
  std::vector<ListenerResult> listeners;
  std::vector<ObjectResult> objects;
  std::int64_t impacts = 0;
  std::string motion;                 // "simulated", or the take that was played
  std::vector<std::string> warnings;  // those of the scene first
};

/// To memory: pressure of every listener. Writes nothing but the cache.
RenderResult render(const Scene& scene, const RenderOptions& options = {});
/// The files of `peal render`, in a folder that is made; they replace those of an earlier render
/// all together.
RenderResult render_to_folder(const Scene& scene, const std::filesystem::path& folder,
                              const RenderOptions& options = {});

/// A recorded motion: what moved and touched.
struct TakeSummary {
  double begin = 0, end = 0;  // [s]
  std::size_t bodies = 0, knots = 0, impacts = 0, contact_samples = 0;
  std::vector<std::string>
      left_out;  // sentences: what of rods and grains SimulateOptions' files lack
};

struct SimulateOptions {
  std::filesystem::path events, glb;  // also writes impacts (CSV), an animation (glTF)
  Watch watch;
};

/// The motion alone, to a .take file that RenderOptions::take plays.
TakeSummary simulate(const Scene& scene, const std::filesystem::path& take,
                     const SimulateOptions& options = {});
TakeSummary read_take(const std::filesystem::path& take);

struct BodyOptions {
  Quality quality = Quality::of_scene;
  bool cache = true;
  Watch watch;
};

struct Mode {
  double frequency = 0;  // [Hz] undamped
  double decay = 0;      // [1/s] sigma: amplitude ~ e^{-sigma t}; of the material
  double t60 = 0;        // [s] until 60 dB below
};

/// How an object rings, by ascending frequency, as the scene asks (max_frequency, max_modes,
/// fixed). Modes that do not oscillate are left out.
std::vector<Mode> modes(const Scene& scene, const std::string& object,
                        const BodyOptions& options = {});

/// How each mode of an object reaches the air. Points are in the shape's own frame [m].
class Transfer {
 public:
  /// Modes, the lowest first; those of modes() that could be computed.
  std::size_t modes() const;
  double frequency(std::size_t mode) const;  // [Hz]
  double power(std::size_t mode) const;      // [W] for a modal velocity of amplitude 1
  double decay(std::size_t mode) const;      // [1/s] by radiation
  double error(std::size_t mode) const;      // estimated, relative
  /// Complex amplitude [Pa] for a modal velocity of amplitude 1 (modes of unit mass, e^{-i omega
  /// t}). Throws inside the sphere around the body on which the sound is known.
  std::complex<double> pressure(std::size_t mode, const std::array<double, 3>& point) const;
  std::array<double, 3> centre() const;  // [m] of that sphere
  double radius() const;                 // [m]

  struct Data;
  explicit Transfer(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

Transfer transfer(const Scene& scene, const std::string& object, const BodyOptions& options = {});

/// Of the library: "0.1.0".
std::string version();

}  // namespace peal::renderer
