// The record of a body by the method that the user chose, from the cache where it is kept.
#pragma once
#include "models/bake/transfer_library.h"
#include "tools/bodies/transfer_study.h"

namespace peal {

/// What is kept of each method: the one that renders use, and for forced methods a folder of its
/// own.
TransferCache transfer_cache(TransferChoice choice, bool use_cache);

TransferLibrary::Compute transfer_method(TransferChoice choice);

}  // namespace peal
