// Shows a page in the user's browser.
#pragma once
#include <string>

namespace peal {

/// Starts xdg-open and does not wait for it. False when there is no screen or no such program.
bool open_browser(const std::string& url);

}  // namespace peal
