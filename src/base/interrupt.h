// Ctrl-C (SIGINT) and SIGTERM raise a flag that long work looks at between blocks, so that
// temporary files are removed on the way out. A second signal ends the program at once, and so does
// the clock kInterruptGrace seconds after the first: solvers of other libraries look at no flag.
// Files are whole even then (base/files/atomic_file.h).
#pragma once

namespace peal {

inline constexpr unsigned kInterruptGrace = 3;  // [s]

void install_interrupt_handlers();
bool interrupted() noexcept;  // by a signal, or by whoever started it (base/work_context.h)
/// SIGINT or SIGTERM, whichever came last; 0 when none has.
int interrupt_signal() noexcept;
/// Throws peal::Interrupted when interrupted().
void throw_if_interrupted();
/// For hosts that go on after an interrupt (a Python prompt): lowers the flag, arms the handlers.
void rearm_interrupt_handlers();

}  // namespace peal
