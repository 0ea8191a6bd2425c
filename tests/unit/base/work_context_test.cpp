// Wishes of whoever starts work reach all its threads, and nobody else.
#include "base/work_context.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"

namespace peal {
namespace {

TEST(WorkContext, IsThatOfEveryUnitOfALoop) {
  WorkContext context({.threads = 2});
  std::set<std::thread::id> threads;
  std::mutex mutex;
  const auto look = [&](WorkContext* wanted) {
    threads.clear();
    parallel_for(200, [&](std::size_t) {
      EXPECT_EQ(WorkContext::current(), wanted);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
  };
  {
    const WorkScope scope(&context);
    look(&context);
    EXPECT_EQ(threads.size(), 2u);
  }
  set_thread_limit(2);
  look(nullptr);
}

TEST(WorkContext, CancelReachesEveryUnitOfALoop) {
  WorkContext context({.cancel = [] { return true; }, .threads = 2});
  const WorkScope scope(&context);
  std::atomic<int> reached{0};
  EXPECT_THROW(parallel_for(100,
                            [&](std::size_t) {
                              ++reached;
                              std::this_thread::sleep_for(std::chrono::milliseconds(1));
                              throw_if_interrupted();
                            }),
               Interrupted);
  EXPECT_LT(reached, 100);
}

TEST(WorkContext, EndsWithItsScopeAndIsOfItsThread) {
  WorkContext context({.cancel = [] { return true; }, .threads = 3});
  const int before = thread_limit();
  {
    const WorkScope scope(&context);
    EXPECT_TRUE(interrupted());
    EXPECT_EQ(thread_limit(), 3);
    std::thread([&] {
      EXPECT_FALSE(interrupted());
      EXPECT_EQ(thread_limit(), before);
    }).join();
  }
  EXPECT_FALSE(interrupted());
  EXPECT_EQ(thread_limit(), before);
}

TEST(WorkContext, StaysCancelledWhateverIsSaidLater) {
  bool stop = true;
  WorkContext context({.cancel = [&] { return std::exchange(stop, false); }});
  EXPECT_TRUE(context.cancelled());
  EXPECT_TRUE(context.cancelled());
}

TEST(WorkContext, AQuestionThatThrowsStops) {
  WorkContext context({.cancel = []() -> bool { throw Error("no"); }});
  EXPECT_TRUE(context.cancelled());
}

TEST(WorkContext, IsToldBeginAndEndOfAStage) {
  std::vector<std::pair<std::string, double>> told;
  WorkContext context(
      {.progress = [&](const std::string& stage, double part) { told.emplace_back(stage, part); }});
  const WorkScope scope(&context);
  {
    Progress quiet("quiet", 2, {.quiet = true});
    quiet.tick();
  }
  Progress first("first", 2);
  first.tick(2);
  first.finish();
  EXPECT_EQ(told, (std::vector<std::pair<std::string, double>>{{"first", 0}, {"first", 1}}));
  context.tell("second", 0);
  context.tell("second", 1);
  context.tell("second", 0.5);  // late
  EXPECT_EQ(told.back().second, 1);
}

}  // namespace
}  // namespace peal
