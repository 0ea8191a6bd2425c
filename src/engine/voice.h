// One object that rings: its modal state, how it reaches the ears, and its ways to them.
// A voice is taken when an object is struck or rubbed and given back when nothing of it can be
// heard any more. Enters: pushes, poses, ears. Leaves: pressure [Pa] at each ear, or in the
// listener's direction brought to 1 m (dry). After construction nothing allocates, locks or throws.
#pragma once
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/pose_track.h"
#include "dsp/modal/bank_ports.h"
#include "dsp/modal/modal_bank.h"
#include "dsp/play_body.h"
#include "engine/listener_delay.h"
#include "engine/listener_path.h"

namespace peal {

/// How much may be spent on weights per hop, in units of transfer_work(). Large bodies have
/// multipoles of high order: weights of one may take longer than the ringing of all. What finds
/// nothing left waits for a later hop; what begins then begins with few multipoles. Who overdraws
/// it leaves less to the hops after.
struct WeightBudget {
  static constexpr std::int64_t kPerHop = 100'000;
  static constexpr int kMostHops = 32;  // between two computations of moving bodies
  std::int64_t left = kPerHop;
  std::int64_t spent = 0;  // since the beginning
  int hops = 1;            // in which all that want new weights can have them
  /// @param wanted work of all voices that move.
  void next_hop(std::int64_t wanted) noexcept {
    left = left + kPerHop < kPerHop ? left + kPerHop : kPerHop;
    const std::int64_t needed = wanted / kPerHop + 1;
    hops = needed < kMostHops ? static_cast<int>(needed) : kMostHops;
  }
  void spend(std::int64_t work) noexcept { left -= work, spent += work; }
};

/// What voices share; does not change after construction except for the ears' places.
struct VoiceSpace {
  double rate = 48000;              // [Hz]
  double samples_per_metre = 0;     // rate / c
  double inaudible = 0;             // [Pa]
  int most_delay = 0;               // [samples]
  int ears = 2;                     // 0: dry
  int images = 0;                   // 1: each ear also hears by way of a floor
  double floor_height = 0;          // [m] y
  double reflection = 0;            // part of the pressure that the floor sends back
  Vec3 ear[kMaxEars];               // at the start of the coming hop; then those of the images
  WeightBudget* weights = nullptr;  // none: no limit
  int channels() const noexcept { return ears > 0 ? ears * (1 + images) : 1; }
  /// What reaches a channel, of a source at this place: an image only of what is above the floor.
  double gain(int channel, const Vec3& place) const noexcept {
    if (channel < ears || ears == 0) return 1;
    return place.y > floor_height && ear[channel - ears].y > floor_height ? reflection : 0;
  }
};

/// Arrivals are heard this much after they arrive: interpolation and band-limited clicks look into
/// the future. [samples]
inline constexpr int kEngineLatency = 48;

enum class VoiceState { free, ringing, draining, fading };

class Voice {
 public:
  /// @param largest the prototype with most modes: sets how much is reserved. Must not be moved.
  Voice(const ModalBank& largest, const VoiceSpace& space);

  /// What a voice for this many modes takes.
  static std::size_t bytes(int modes, const VoiceSpace& space);

  /// Becomes the voice of a body, silent. @param prototype made of the body's poles.
  void start(const ModalBank& prototype, const PlayBody& body, int object, const Pose& pose,
             std::int64_t hop) noexcept;
  /// @param offset [samples] into the coming hop, @param impulse per mode.
  /// @param loudness [Pa] that it adds at most.
  void push(double offset, double tau, const double* impulse, double loudness) noexcept;
  /// A blow whose force in the coming hop is known.
  void strike(const BankStrike& strike) noexcept;
  /// The modes have moved by this much at the start of the coming hop.
  void ring(const double* re, const double* im) noexcept;
  /// Takes from what rings at the start of the coming hop: a factor 0 .. 1 per mode.
  void damp(std::span<const float> factor) noexcept { bank_.damp(factor); }
  /// @param loudness [Pa] of everything that rings when what was begun is over.
  void expect(double loudness) noexcept { loudness_ = loudness > loudness_ ? loudness : loudness_; }
  void move(const Pose& pose) noexcept { pose_ = pose; }
  /// A contact acts on it in the coming hop, through ports that it has claimed.
  void drive() noexcept;
  BankPorts& ports() noexcept { return *ports_; }
  int free_ports() const noexcept;
  int claim_port() noexcept;  // -1: none is free
  void release_port(int port) noexcept;
  /// Of contacts that act on it in the coming hop: the one that was told before, -1: none.
  /// @param hop any number that changes from hop to hop.
  int last_contact(std::int64_t hop, int contact) noexcept {
    const int before = contact_hop_ == hop ? contact_ : -1;
    contact_hop_ = hop, contact_ = contact;
    return before;
  }
  /// Another number after every start(): claimed ports are gone then.
  std::int64_t serial() const noexcept { return serial_; }
  static constexpr int kPorts = ModalBank::kMaxDrives / 2;  // one that moves needs two
  /// Rings on where it is, belonging to nobody.
  void leave() noexcept { object_ = -1; }
  /// Is silent, and free, after kFadeHops.
  void fade_out() noexcept;

  /// Adds the arrivals of the coming hop to out[channel]; then the next hop is coming.
  void render(float* const* out) noexcept;
  /// Only the first `modes` go on; the others fade within one hop.
  void cull(int modes) noexcept;
  /// [Pa] bounds of what the modes from n on add together, as of the last look().
  const float* tail() const noexcept { return tail_.data(); }
  void look() noexcept;

  VoiceState state() const noexcept { return state_; }
  int object() const noexcept { return object_; }
  /// Of the dry output: that of the object it was started for.
  int row() const noexcept { return row_; }
  const PlayBody& body() const noexcept { return *body_; }
  ModalBank& bank() noexcept { return bank_; }
  int modes() const noexcept { return state_ == VoiceState::ringing ? kept_ : 0; }
  /// A contact acts on it, now or in the last hop.
  bool driven() const noexcept { return driven_ || was_driven_; }
  bool fresh() const noexcept { return fresh_ > 0; }
  /// Of weights that follow its motion; 0 when it does not move.
  std::int64_t wanted_work() const noexcept {
    return state_ == VoiceState::ringing && weights_wanted_ ? weight_work_ : 0;
  }
  bool rough() const noexcept { return rough_; }
  /// [Pa] as it was last looked at, plus what pushes have brought since.
  double loudness() const noexcept { return loudness_; }
  /// False once after samples that were not finite: the voice was silenced.
  bool healthy() noexcept;

  static constexpr int kFadeHops = 2;
  static constexpr int kLookEvery = 16;  // [hops] how often loudness is looked at

 private:
  Vec3 place_of_ear(int channel) const noexcept;
  void update_weights() noexcept;
  void compute_weights(int channel, const Vec3& place, int most_order) noexcept;
  bool may_compute_weights() const noexcept;
  void begin_weights() noexcept;
  bool carry(const float (*hop)[kHop], float* const* out) noexcept;
  void expand() noexcept;
  void finish_hop() noexcept;

  const VoiceSpace* space_;
  ModalBank bank_;
  const PlayBody* body_ = nullptr;
  int object_ = -1, row_ = -1;
  VoiceState state_ = VoiceState::free;
  Pose pose_;
  std::int64_t hop_ = 0;
  double wavenumber_ = 0;  // [1/m] of the highest mode
  int kept_ = 0, culling_ = -1;
  int fresh_ = 0;  // hops for which a new push is protected
  int fade_left_ = 0;
  double loudness_ = 0;
  bool healthy_ = true;
  bool driven_ = false;      // by a contact, in the coming hop
  bool was_driven_ = false;  // in the one before
  std::unique_ptr<BankPorts> ports_;
  bool claimed_[kPorts] = {};
  std::int64_t serial_ = 0;
  std::int64_t contact_hop_ = -1;
  int contact_ = -1;

  int weights_from_ = 0;          // weights of modes from here on are not known
  bool rough_ = false;            // weights lack multipoles
  bool weights_wanted_ = false;   // it moves
  std::int64_t weight_work_ = 0;  // of all channels
  int weights_wait_ = 0;          // hops until weights are looked at again
  Vec3 weighted_place_[kMaxEars];
  std::vector<std::complex<double>> weights_;
  std::vector<float> gain_;  // per mode: the larger |w| of both ears
  std::vector<float> tail_;
  SourcePlaces places_;
  std::vector<ListenerPath> paths_;
  double delay_[kMaxEars] = {};
  double gain_of_[kMaxEars] = {};         // as they were at the start of the hop
  float held_back_[kEngineLatency] = {};  // dry: sound is heard as late as clicks are
};

}  // namespace peal
