// Everything in a scene that sounds: one resonator per ringing body, one click emitter per body
// whose collisions click, and whatever else radiates. Source kinds ask for them and add emitters;
// then prepare() computes what is needed, once per different body; then propagation listens.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "emission/body_sound.h"
#include "emission/click_body.h"
#include "emission/click_emitter.h"
#include "emission/contact_stage.h"
#include "emission/emitter.h"
#include "emission/resonator.h"
#include "models/bake/transfer_library.h"

namespace peal {

/// Bodies computed so far, for several ensembles of one scene (stems). Not thread safe.
struct BodySounds {
  /// @param fields of clicks; none: they are computed and not kept between runs.
  /// @param transfers of modes; the same.
  explicit BodySounds(ModesLibrary& modes, std::shared_ptr<PulseLibrary> fields = nullptr,
                      std::shared_ptr<TransferLibrary> transfers = nullptr);
  ModesLibrary* library;
  std::shared_ptr<PulseLibrary> pulses;
  std::shared_ptr<TransferLibrary> transfers;
  std::map<std::string, std::shared_ptr<const BodySound>> known;    // by content
  std::map<std::string, std::shared_ptr<const ClickField>> clicks;  // by content
};

/// A body that is asked to ring.
struct WantedBody {
  std::string name;  // of the object
  std::string key;   // of its content
  BodySoundRequest request;
};

class Ensemble {
 public:
  /// @param tracks one per object; must outlive the ensemble. @param ears how many listen.
  Ensemble(const std::vector<PoseTrack>& tracks, int ears) : tracks_(&tracks), ears_(ears) {}

  /// Asks for the resonator of an object. Asking again changes nothing.
  void want_resonator(int object, const std::string& name, const BodySoundRequest& request);
  /// Asks for the click emitter of an object. Asking again changes nothing.
  void want_click(int object, const std::string& name, const ClickRequest& request);
  /// Contacts will act on the resonator of an object that was asked for.
  void want_contacts(int object) { in_contact_.insert(object); }
  /// Asks for a resonator with modes of its own that moves with an object; contacts may act on it.
  /// @return its number, for given_resonator().
  int want_given(int object, const std::string& name, std::shared_ptr<const RingingBody> body);
  void add(std::unique_ptr<PointEmitter> emitter);
  void add(std::unique_ptr<BurstEmitter> emitter);
  void add(std::unique_ptr<SourceCloud> cloud);

  /// Computes the modes, radiation and click fields of all wanted bodies; equal bodies are computed
  /// once, and bodies of the same form share their modes and transfer.
  struct Watch {
    /// Called with the part done of all modes (from any thread), transfers and click fields: by
    /// what each body is expected to cost.
    std::function<void(double)> modes = {}, transfers = {}, clicks = {};
  };
  void prepare(BodySounds& sounds, const Watch& watch);
  void prepare(ModesLibrary& library);
  /// The different bodies that ring, by key; each is the first object of its kind.
  std::vector<const WantedBody*> wanted_bodies() const;

  /// Of everything that was asked for or added, in no particular order; also before prepare().
  std::vector<std::string> emitter_names() const;

  /// None before prepare() and for objects nobody asked for.
  Resonator* resonator(int object) const;
  const BodySound& body_sound(int object) const { return *bodies_.at(object); }
  Resonator* given_resonator(int number) const { return given_[number].resonator; }
  /// Where contacts are solved; none when nobody wants them.
  ContactStage* contacts() const { return contacts_.get(); }
  ClickEmitter* click(int object) const;
  const std::vector<std::unique_ptr<PointEmitter>>& points() const { return points_; }
  const std::vector<std::unique_ptr<BurstEmitter>>& bursts() const { return bursts_; }
  const std::vector<std::unique_ptr<SourceCloud>>& clouds() const { return clouds_; }
  const PoseTrack& track(int object) const { return (*tracks_)[object]; }
  int ears() const { return ears_; }

 private:
  struct WantedClick {
    std::string name, key;
    ClickRequest request;
  };
  void make_resonators(const BodySounds& sounds);
  std::map<std::string, const WantedClick*> unknown_clicks(const BodySounds& sounds) const;
  void prepare_clicks(BodySounds& sounds, const std::function<void(double)>& part);

  const std::vector<PoseTrack>* tracks_;
  int ears_;
  std::map<int, WantedBody> wanted_;  // by object
  std::map<int, WantedClick> wanted_clicks_;
  std::set<int> in_contact_;  // objects that contacts act on
  struct Given {
    int object = 0;
    std::string name;
    std::shared_ptr<const RingingBody> body;
    Resonator* resonator = nullptr;
  };
  std::vector<Given> given_;
  std::map<int, std::shared_ptr<const BodySound>> bodies_;  // by object
  std::map<int, Resonator*> resonators_;
  std::unique_ptr<ContactStage> contacts_;
  std::map<int, ClickEmitter*> click_emitters_;
  std::vector<std::unique_ptr<PointEmitter>> points_;
  std::vector<std::unique_ptr<BurstEmitter>> bursts_;
  std::vector<std::unique_ptr<SourceCloud>> clouds_;
};

}  // namespace peal
