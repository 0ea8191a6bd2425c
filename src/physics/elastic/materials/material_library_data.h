// The parts of the library, one file each; used by material_library.cpp alone.
#pragma once
#include <utility>

#include "physics/elastic/materials/material_library.h"

namespace peal {

std::vector<LibraryMaterial> library_metals();
std::vector<LibraryMaterial> library_minerals();  // glass, ceramics, stone
std::vector<LibraryMaterial> library_others();    // bone, cork
std::vector<LibraryMaterial> library_woods();
std::vector<LibraryMaterial> library_plastics();  // and rubber
std::vector<MaterialSource> library_source_list();

/// Numbers that were chosen here, without a page.
inline SourceNote chosen(std::string numbers, std::string why = "by comparison with its group") {
  return {std::move(numbers), "choice", std::move(why)};
}
/// A number as handbooks give it; no page was read.
inline SourceNote handbook(std::string numbers, std::string remark = "usual value") {
  return {std::move(numbers), "handbook", std::move(remark)};
}
/// A loss factor that struck things of this material were recorded with; the air's share is in it,
/// so the material's is at most this.
inline SourceNote recorded(std::string remark) { return {"loss", "recordings", std::move(remark)}; }

}  // namespace peal
