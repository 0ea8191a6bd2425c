// The family of scenes of Appendix B: a funnel of cloth 10 cm above a container. Everything in
// which two of them differ is a parameter.
#pragma once
#include <string>
#include <vector>

namespace peal::marko {

struct PouredMaterial {
  const char* name;  // of the recordings' folder
  const char* material;
  double radius, radius_to;  // [m]
  double spout;              // [m] outer radius; wide enough that nothing gets stuck
  double rolling;
};

extern const PouredMaterial kPoured[6];

struct Container {
  const char* name;
  const char* shape;
  const char* more;   // fields
  double height;      // [m] of its rim
  double bed_radius;  // [m] of what is put into it beforehand
  double bed_height;  // [m] above the origin, of the lowest layer
};

extern const Container kContainers[4];

struct Pour {
  int number;  // of the recording, or of the first sample
  int material, container;
  bool full, hangs;
};

/// The rows of Table B.1, in its order: not every container was used with everything.
std::vector<Pour> recordings();
std::string file_of(const Pour& pour);
/// @param count of grains poured, and of those that are there already; @param seconds of sound;
/// @param source, mix fields of the scene, JSON.
std::string scene_text(const Pour& pour, int count, double seconds,
                       const std::string& source = R"({"kind": "grain"})",
                       const std::string& mix = "{}");

}  // namespace peal::marko
