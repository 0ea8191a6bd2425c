// The resonators of an ensemble: one per ringing body, whatever strikes, scrapes or fills it, and
// the stage where lasting contacts between them are solved. prepare() computes modes and transfers,
// once per different body; bodies of the same form share theirs.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "emission/body_sounds.h"
#include "emission/contact_stage.h"
#include "emission/emitter_pool.h"
#include "emission/legs.h"
#include "emission/resonator.h"

namespace peal {

/// A body that is asked to ring.
struct WantedBody {
  std::string name;  // of the object
  std::string key;   // of its content
  BodySoundRequest request;
  std::set<int> mechanisms;  // that push on it
};

class ResonatorPool final : public EmitterPool {
 public:
  /// Asks for the resonator of an object, for a mechanism (Ensemble::mechanism()) to push on.
  void want(int object, const std::string& name, const BodySoundRequest& request, int mechanism);
  /// Contacts will act on the resonator of an object that was asked for.
  void want_contacts(int object) { in_contact_.insert(object); }
  /// Asks for a resonator with modes of its own that moves with an object; contacts may act on it.
  /// @return its number, for given().
  int want_given(int object, const std::string& name, std::shared_ptr<const RingingBody> body,
                 int mechanism);
  /// The different bodies that ring, by key; each is the first object of its kind.
  std::vector<const WantedBody*> wanted_bodies() const;

  std::vector<std::string> names() const override;
  void prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) override;
  /// Contacts feel what all sources did.
  void advance(double until) override;
  std::vector<std::string> warnings() const override;
  /// Where the energy of blows went.
  std::vector<Fact> facts() const override;

  /// None before prepare() and for objects nobody asked for.
  Resonator* resonator(int object) const;
  const BodySound& body_sound(int object) const { return *bodies_.at(object); }
  Resonator* given(int number) const { return given_[static_cast<std::size_t>(number)].resonator; }
  /// Where contacts are solved; none when nobody wants them.
  ContactStage* contacts() const { return contacts_.get(); }

 private:
  struct Given {
    int object = 0;
    std::string name;
    std::shared_ptr<const RingingBody> body;
    int mechanism = 0;
    Resonator* resonator = nullptr;
  };
  double contact_rate() const;
  void make_resonators(Ensemble& ensemble);

  std::map<int, WantedBody> wanted_;  // by object
  std::set<int> in_contact_;          // objects that contacts act on
  std::vector<Given> given_;
  std::map<int, std::shared_ptr<const BodySound>> bodies_;  // by object
  std::map<int, Resonator*> resonators_;
  std::unique_ptr<ContactStage> contacts_;
  std::unique_ptr<LegContacts> legs_;
};

}  // namespace peal
