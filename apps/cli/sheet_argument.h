// The sheet that `peal shatter` breaks: the option --pane or --plate => outline and thickness.
#pragma once
#include <string>

#include "tools/shatter/shatter_scene.h"

namespace peal {

/// @param pane LENGTHxWIDTHxTHICKNESS, @param plate RADIUSxTHICKNESS [m]; one of them is empty.
/// Stops naming the option and what it takes.
Sheet sheet_argument(const std::string& pane, const std::string& plate);

}  // namespace peal
