// What Chadwick, Zheng & James 2012 ("Precomputed acceleration noise for improved rigid-body
// sound") print in Tables 1 and 2, and the shapes that stand for their unpublished meshes: of our
// generators, with the volume that the printed pulse time scale h implies (section 4.3) and, where
// a parameter is left, the printed lowest frequency.
#pragma once
#include <string>
#include <vector>

#include "physics/elastic/materials/material.h"
#include "physics/geometry/shape.h"

namespace peal::chadwick2012 {

struct Object {
  std::string name, shape_words;
  Shape shape;
  Material material;            // columns of Table 1 read as E, nu, rho: its header is shifted
  double volume = 0;            // [m^3] implied by h, 0: h is that of another object
  double lowest_frequency = 0;  // [Hz]
  int grid = 0;                 // cells along each side
  double duration = 0;          // [s] T
  double pulse = 0;             // [s] h
  double simulation = 0;        // [s] of 8 cores
  double solving = 0;           // [s] of 8 cores
  double fine_megabytes = 0;    // 40 x 80 directions
  double coarse_megabytes = 0;  // 5 x 10
  /// Taken as 8 R wide with 10 cells of layer at each end.
  double cells_per_radius() const { return (grid - 20) / 8.0; }
};

const std::vector<Object>& objects();
const Object& object(const std::string& name);

struct SceneRow {
  std::string name;      // as in the paper
  std::string file;      // of scenes/chadwick2012
  double duration = 0;   // [s]
  double step = 0;       // [ms] of its motion
  long impulses = 0;     // all
  long audible = 0;      // faster than 5 cm/s
  double synthesis = 0;  // [s] of 8 cores
};

const std::vector<SceneRow>& scenes();

inline constexpr double kAudibleSpeed = 0.05;  // [m/s] v_min

}  // namespace peal::chadwick2012
