// The click emitters of an ensemble: one per body whose collisions click. prepare() computes the
// fields of the clicks (acceleration noise), once per different body.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "emission/body_sounds.h"
#include "emission/click_emitter.h"
#include "emission/emitter_pool.h"

namespace peal {

class ClickPool final : public EmitterPool {
 public:
  /// Asks for the click emitter of an object; asking again changes nothing.
  /// @param mechanism that makes it click (Ensemble::mechanism()).
  void want(int object, const std::string& name, const ClickRequest& request, int mechanism);
  /// None before prepare() and for objects nobody asked for.
  ClickEmitter* emitter(int object) const;

  std::vector<std::string> names() const override;
  void prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) override;

 private:
  struct Wanted {
    std::string name, key;
    ClickRequest request;
    int mechanism = 0;
  };
  std::map<std::string, const Wanted*> unknown(const BodySounds& sounds) const;
  void compute(BodySounds& sounds, const PrepareWatch& watch) const;

  std::map<int, Wanted> wanted_;  // by object
  std::map<int, ClickEmitter*> emitters_;
};

}  // namespace peal
