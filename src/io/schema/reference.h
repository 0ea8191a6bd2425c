// The reference page of a record: one Markdown table for each record inside it.
#pragma once
#include <string>

#include "io/schema/record.h"

namespace peal {

/// Sections of heading level 2, the record itself first under the heading `title`.
std::string reference_markdown(const RecordType& record, const std::string& title);

}  // namespace peal
