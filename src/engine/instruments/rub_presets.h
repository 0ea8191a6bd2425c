// Bodies and laws to begin with: the only list, which browser and Pure Data show.
#pragma once
#include <peal/instruments_c.h>

#include <span>

namespace peal {

std::span<const peal_rub_preset> rub_presets() noexcept;

}  // namespace peal
