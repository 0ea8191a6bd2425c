// The one loop in which processes share work: each unit is made once, by whoever comes first.
#include "models/bake/shared_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/work_context.h"
#include "fixtures.h"

namespace peal::test {
namespace {

/// Units whose results are marks in a set.
struct Marks {
  explicit Marks(const Folder& folder, std::size_t count) {
    work.folder = folder.path();
    for (std::size_t i = 0; i < count; ++i)
      work.units.push_back({"unit" + std::to_string(i), "unit " + std::to_string(i), 1.0 + i});
    work.find = [this](std::size_t i) {
      const std::lock_guard lock(mutex);
      return done.contains(i);
    };
    work.make = [this](std::size_t i, const std::function<void(double)>& part) {
      part(0.5);
      const std::lock_guard lock(mutex);
      done.insert(i);
      ++made;
    };
    work.finished = [this](std::size_t i, const UnitEnd& end) { ends[i] = end; };
  }
  std::vector<UnitState> states() const {
    std::vector<UnitState> out;
    for (const auto& [unit, end] : ends) out.push_back(end.state);
    return out;
  }
  SharedWork work;
  std::mutex mutex;
  std::set<std::size_t> done;
  std::map<std::size_t, UnitEnd> ends;
  int made = 0;
};

TEST(SharedWork, MakesWhatIsNotThereInOrder) {
  const Folder folder;
  Marks marks(folder, 3);
  marks.done = {1};
  std::vector<std::size_t> order;
  const auto make = marks.work.make;
  marks.work.make = [&](std::size_t i, const std::function<void(double)>& part) {
    order.push_back(i);
    make(i, part);
  };
  std::vector<double> parts;
  marks.work.progress = [&](double part) { parts.push_back(part); };
  share_work(marks.work);
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(marks.states(), (std::vector{UnitState::made, UnitState::kept, UnitState::made}));
  ASSERT_FALSE(parts.empty());
  EXPECT_NEAR(parts.front(), 0.5 * 1 / (1 + 3), 1e-3);    // half of the first; the kept one is free
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // no claim is left
  marks.work.force = true;
  share_work(marks.work);
  EXPECT_EQ(marks.made, 5);
}

TEST(SharedWork, AUnitThatFailsSaysWhyAndTheOthersGoOn) {
  for (const bool side_by_side : {false, true}) {
    const Folder folder;
    Marks marks(folder, 3);
    marks.work.side_by_side = side_by_side;
    const auto make = marks.work.make;
    int tried = 0;
    marks.work.make = [&](std::size_t i, const std::function<void(double)>& part) {
      if (i == 1 && ++tried > 0) fail("it is made of jelly");
      make(i, part);
    };
    share_work(marks.work);
    EXPECT_EQ(marks.states(), (std::vector{UnitState::made, UnitState::failed, UnitState::made}));
    EXPECT_EQ(marks.ends[1].error, "it is made of jelly");
    EXPECT_EQ(tried, 1);
  }
}

TEST(SharedWork, SideBySideMeansSeveralAtOnce) {
  const Folder folder;
  Marks marks(folder, 2);
  marks.work.side_by_side = true;
  std::atomic<int> under_way{0}, most{0};
  marks.work.make = [&](std::size_t, const std::function<void(double)>&) {
    most = std::max(most.load(), ++under_way);
    for (int wait = 0; wait < 500 && most < 2; ++wait)  // for the other
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    --under_way;
  };
  WorkContext context({.threads = 2});
  const WorkScope scope(&context);
  share_work(marks.work);
  EXPECT_EQ(most, 2);
}

TEST(SharedWork, WhatAnotherHoldsIsWaitedFor) {
  for (const bool side_by_side : {false, true}) {
    const Folder folder;
    Marks marks(folder, 2);
    marks.work.side_by_side = side_by_side;
    ClaimBoard board(folder.path());
    std::string note;
    std::unique_ptr<Claim> held = board.take("unit0", note);
    ASSERT_TRUE(held);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      {
        const std::lock_guard lock(marks.mutex);
        marks.done.insert(0);
      }
      held.reset();
    });
    share_work(marks.work);
    other.join();
    EXPECT_EQ(marks.states(), (std::vector{UnitState::elsewhere, UnitState::made}));
    EXPECT_EQ(marks.made, 1);
  }
}

TEST(SharedWork, StopsWhenItIsTold) {
  const Folder folder;
  Marks marks(folder, 2);
  marks.work.make = [](std::size_t, const std::function<void(double)>& part) {
    for (int i = 0; i < 1000; ++i) {
      part(1e-3 * i);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  bool begun = false;
  marks.work.progress = [&](double) { begun = true; };
  WorkContext context({.cancel = [&] { return begun; }});
  const WorkScope scope(&context);
  EXPECT_THROW(share_work(marks.work), Interrupted);
  EXPECT_TRUE(marks.ends.empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace peal::test
