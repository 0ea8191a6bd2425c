// Pictures of bodies. Enters: a triangle surface [m], y up, and per vertex a displacement (any
// scale) or a scalar. Leaves: PNG files, written atomically, the same bytes every time.
// Vertices that no triangle uses are ignored, so the nodes of a volume mesh can be given as they
// are together with the triangles of its boundary.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vec.h"

namespace peal {

struct BodyPictureMesh {
  std::span<const Vec3> vertices;                 // [m]
  std::span<const std::array<int, 3>> triangles;  // counter-clockwise from outside
};

struct ModePanel {
  std::string title;               // "2   548.0 Hz"
  std::vector<Vec3> displacement;  // per vertex of the mesh, any scale, not zero everywhere
};

struct BodyPictureOptions {
  int width = 1600;         // [pixels] of the sheet; few panels make it narrower
  double amplitude = 0.07;  // largest displacement shown, of the body's largest extent;
                            // less for modes whose short waves would fold the surface
  bool nodal_lines = true;
  /// Direction of the viewer [degrees]: azimuth from +z towards +x, elevation above the horizon.
  /// Chosen so that flat bodies show their face when empty.
  std::optional<double> azimuth, elevation;
};

inline constexpr std::size_t kMostModePanels = 24;

/// A contact sheet: each panel shows the body bent by one mode, coloured by the displacement along
/// the outward normal of the body at rest (red outward, blue inward), a thin dark line where it
/// changes its sign, the outline of the body at rest behind it. One scale for all panels. Modes
/// that hardly move along the normal (torsion of a rod, motion along it) are coloured by the motion
/// around or along an axis, and their title says so (mode_motion.h).
void write_mode_picture(const std::filesystem::path& path, const std::string& heading,
                        const BodyPictureMesh& mesh, const std::vector<ModePanel>& panels,
                        const BodyPictureOptions& options = {});

struct BodyField {
  std::vector<double> values;  // per vertex of the mesh; empty: plain grey, no colour bar
  std::string label;           // beside the colour bar, with its unit
  /// Ends of the colour bar, from the data when empty. A range with both signs gets the diverging
  /// colours, made symmetric about zero.
  std::optional<double> low, high;
};

/// One body with its dimensions and, when `field` has values, a colour bar.
void write_body_picture(const std::filesystem::path& path, const std::string& heading,
                        const BodyPictureMesh& mesh, const BodyField& field = {},
                        const BodyPictureOptions& options = {});

}  // namespace peal
