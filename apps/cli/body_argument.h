// The body that a command is about, and the options that belong to it.
#pragma once
#include "command.h"
#include "tools/bodies/body_text.h"

namespace peal {

struct BodyArgument : BodyText {
  void add_to(const Command& command);
};

/// To standard error.
void print_body_notes(const Shape& shape);

}  // namespace peal
