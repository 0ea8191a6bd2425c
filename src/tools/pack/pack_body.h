// An object of a scene as a bank holds it: what the offline driver computed for it (BodySound,
// ClickField), cut to the bank's rate, with mass, material and curvature for contacts.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "emission/body_sound.h"
#include "emission/fields/click_field.h"
#include "emission/legs.h"
#include "emission/surface_finder.h"
#include "engine/bank/bank_writer.h"
#include "scene/scene.h"

namespace peal {

struct PackOptions {
  double rate = 48000;            // [Hz] of the bank
  double most_click_bytes = 8e6;  // tables of clicks beyond this become an ellipsoid's
  double max_bytes = 0;           // of one body; the quietest modes give way. 0: any size
  int max_modes = 0;              // of one body: the loudest ones; 0: all
  BankPrecision precision;        // that it will be written with
};

/// Owns what its PlayBody points to, but for the parts of sound and click, which must outlive it.
class PackedBody {
 public:
  /// @param sound none: it does not ring. @param click none: its collisions do not click.
  /// @param legs that it stands on, or none: its modes decay as poles_on_legs() says.
  /// Stops when the object has no mass.
  PackedBody(const Scene& scene, const ObjectSpec& object, const BodySound* sound,
             const ClickField* click, const PackOptions& options, const Legs* legs = nullptr);
  PackedBody(const PackedBody&) = delete;
  PackedBody& operator=(const PackedBody&) = delete;

  const PlayBody& play() const { return play_; }
  /// What became different from an offline render, one line each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take_mass(const Scene& scene, const ObjectSpec& object);
  void take_modes(const Legs* legs, const PackOptions& options);
  void take_contact_modes(std::size_t heard);
  void take_transfer(int modes);
  void limit_size(const PackOptions& options);
  void keep_loudest(int count);
  void keep_contact_modes(std::size_t count);
  void take_flat_surface(const TriangleMesh& mesh);
  void take_click(const Scene& scene, const ObjectSpec& object, const ClickField& field,
                  const PackOptions& options);

  std::string name_;
  const BodySound* sound_;
  std::unique_ptr<const ClickField> proxy_;  // instead of the object's own click
  QuadraticSurface surface_;                 // of a body that does not ring
  std::unique_ptr<SurfaceFinder> finder_;
  std::vector<Complex<double>> poles_, contact_poles_, standing_;  // on legs
  std::vector<float> shapes_, contact_shapes_, curvature_;
  std::vector<TransferBlock> blocks_;
  AlignedVector<float> values_;
  PlayBody play_;
  std::vector<std::string> notes_;
};

/// What contacts ask of a material; its roughness is known by its name.
PlayMaterial play_material(const Material& material, const std::string& name);

}  // namespace peal
