// Everything in a scene that sounds: one resonator per sounding body, and whatever else radiates.
// Source kinds ask for resonators and add emitters; then prepare() computes what is needed, once
// per different body; then propagation listens.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emission/emitter.h"
#include "emission/resonator.h"

namespace peal {

/// Bodies computed so far, for several ensembles of one scene (stems). Not thread safe.
struct BodySounds {
  explicit BodySounds(ModesLibrary& modes) : library(&modes) {}
  ModesLibrary* library;
  std::map<std::string, std::shared_ptr<const BodySound>> known;  // by content
};

class Ensemble {
 public:
  /// @param tracks one per object; must outlive the ensemble. @param ears how many listen.
  Ensemble(const std::vector<PoseTrack>& tracks, int ears) : tracks_(&tracks), ears_(ears) {}

  /// Asks for the resonator of an object. Asking again changes nothing.
  void want_resonator(int object, const std::string& name, const BodySoundRequest& request);
  void add(std::unique_ptr<PointEmitter> emitter);
  void add(std::unique_ptr<SourceCloud> cloud);

  /// Computes the modes and radiation of all wanted bodies; equal bodies are computed once, and
  /// bodies of the same form share their modes.
  /// @param done called after each computed body, from any thread.
  void prepare(BodySounds& sounds, const std::function<void()>& done = {});
  void prepare(ModesLibrary& library, const std::function<void()>& done = {});
  std::size_t different_bodies() const;

  /// None before prepare() and for objects nobody asked for.
  Resonator* resonator(int object) const;
  const std::vector<std::unique_ptr<PointEmitter>>& points() const { return points_; }
  const std::vector<std::unique_ptr<SourceCloud>>& clouds() const { return clouds_; }
  const PoseTrack& track(int object) const { return (*tracks_)[object]; }
  int ears() const { return ears_; }

 private:
  struct Wanted {
    std::string name, key;
    BodySoundRequest request;
  };
  const std::vector<PoseTrack>* tracks_;
  int ears_;
  std::map<int, Wanted> wanted_;  // by object
  std::map<int, Resonator*> resonators_;
  std::vector<std::unique_ptr<PointEmitter>> points_;
  std::vector<std::unique_ptr<SourceCloud>> clouds_;
};

}  // namespace peal
