// What is asked for beyond what reaches the ears: reverberation, then compression, of a finished
// sound (output.reverb, output.compress). Off by default: then nothing is made.
#pragma once
#include <filesystem>
#include <memory>

#include "listener/pressure_spool.h"
#include "scene/scene.h"

namespace peal {

/// Null when nothing is asked for, and for silence. @param folder where the new spool lies.
std::unique_ptr<PressureSpool> processed(const PressureSpool& spool, const OutputSettings& output,
                                         const std::filesystem::path& folder);

}  // namespace peal
