// Words and numbers that the reports of src/tools/compare share.
#pragma once
#include <string>

namespace peal {

/// "1.25 %"; "infinite" when there was nothing to compare with.
std::string percent_text(double part);
/// JSON: a number or null, and a quoted text.
std::string json_number(double value);
std::string json_string(const std::string& text);

}  // namespace peal
