// Label and picture of the sound files that a render writes.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "listener/audio_file.h"
#include "render/render.h"

namespace peal {

AudioLabel label_of(const Scene& scene);

/// @return what it was drawn with: the stems' pictures take the scales of the whole.
SoundScale write_picture(const std::filesystem::path& path, const std::string& title,
                         const PressureSpool& spool, const RenderOptions& options,
                         const std::optional<SoundScale>& scale = {});

}  // namespace peal
