// Sentences about a wrong command line.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace peal {

/// What is wrong and the way out, one or two lines.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace peal
