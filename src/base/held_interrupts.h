// Moments that must not end halfway (base/files/file_set.h), and what an interrupt says after them.
#pragma once
#include <signal.h>

#include <string>

namespace peal {

/// While it lives, these signals wait, whichever thread they reach; they take effect when it goes.
/// One at a time.
class HeldInterrupts {
 public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;

 private:
  static constexpr int kHeld[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  struct sigaction before_[4];
};

/// From now on an interrupt no longer says that nothing was overwritten.
void note_files_replaced() noexcept;
/// What is true of the files after an interrupt: "interrupted; ...".
std::string interrupt_message();

}  // namespace peal
