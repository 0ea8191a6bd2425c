// Ctrl-C (SIGINT) and SIGTERM raise a flag that long work looks at between blocks, so that
// temporary files are removed on the way out. A second signal ends the program at once.
#pragma once

namespace peal {

void install_interrupt_handlers();
bool interrupted() noexcept;
/// SIGINT or SIGTERM, whichever came last; 0 when none has.
int interrupt_signal() noexcept;
/// Throws peal::Interrupted when a signal has arrived since the handlers were installed.
void throw_if_interrupted();
/// For hosts that go on after an interrupt (a Python prompt): lowers the flag, arms the handlers.
void rearm_interrupt_handlers();

}  // namespace peal
