// The declaration of the scene file: every field once, with its unit, range, default and meaning.
#pragma once
#include <span>

#include "io/schema/record.h"
#include "scene/scene.h"
#include "scene/source_kind.h"

namespace peal {

Record<Scene> scene_record(std::span<const SourceKindDeclaration> kinds);
Record<ListenerSpec> listener_record();
Of<Material> material_type();
Record<ObjectSpec> object_record();
Record<MotionSettings> motion_record();
Record<GrainsSpec> grains_record();
Record<RodShape> rod_shape_record();
Record<RodSettings> rod_settings_record();
Record<SolidSettings> solid_settings_record();
Of<Shape> shape_type();
/// "xz" and so on: which axes are held.
Of<std::array<bool, 3>> axes_type();
Of<MeshLevel> quality_type();

// Ranges shared by several records.
inline constexpr double kFarthest = 1e5;  // [m] from the origin
inline const Range kPosition{-kFarthest, kFarthest};
inline const Range kGain{-200, 100};  // [dB]

// Spaces of names that the mix refers to (scene/mix.h).
inline constexpr const char* kObjectOrGroup = "object or group";
inline constexpr const char* kObjectGroupOrFloor = "object, group or floor";
/// Crowds of grains are told apart by their own names, and must not have those of objects.
inline constexpr const char* kGrains = "grains";
inline constexpr const char* kMechanism = "source kind";

}  // namespace peal
