// The body that a command is about, and the options that belong to it.
#pragma once
#include <CLI/CLI.hpp>

#include "tools/bodies/body_text.h"

namespace peal {

struct BodyArgument : BodyText {
  void add_to(CLI::App& command);
};

/// To standard error.
void print_body_notes(const Shape& shape);

}  // namespace peal
