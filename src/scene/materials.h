// Materials that every scene may use without declaring them.
#pragma once
#include <vector>

#include "elastic/material.h"

namespace peal {

const std::vector<Material>& built_in_materials();

}  // namespace peal
