// Ctrl-C ends work that looks at no flag, too.
#include "base/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace peal::test {
namespace {

TEST(Interrupt, EndsALibrarysLongCallAfterTheGrace) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    install_interrupt_handlers();
    ::raise(SIGINT);
    while (std::chrono::steady_clock::now() - start < std::chrono::seconds(30)) {
    }
    ::_exit(0);
  }
  ASSERT_GT(child, 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_GT(took.count(), kInterruptGrace - 1.0);  // alarms count from the second they are set in
  EXPECT_LT(took.count(), kInterruptGrace + 10.0);
}

}  // namespace
}  // namespace peal::test
