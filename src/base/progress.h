// Progress of long work: one redrawn bar on a terminal, a few plain lines elsewhere (logs).
//   Progress progress("modes of glass", cells);  parallel_for(cells, [&](size_t i) { ...;
//   progress.tick(); });
// tick() may be called from any thread. The destructor ends the display; when it runs because of an
// exception it says how far the work came. Whoever started the work is told the same
// (base/work_context.h), and may not want it to be drawn.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/work_context.h"

namespace peal {

/// How long work still takes, from how fast it went: the geometric mean of what the pace since the
/// first news says, which is right when there turns out to be less to do, and of what the pace over
/// the last third of the time says, which is right when the work itself gets slower or faster. What
/// came before the first news was preparation, in part or as a whole: it says nothing of the rest.
class TimeLeft {
 public:
  /// @param part done, 0 .. 1, at a time [s] since the start. A part below the one before means
  /// that there is more to do than was thought: what was done before is that much less, too.
  void add(double seconds, double part);
  /// [s]; nothing while nothing is done.
  std::optional<double> left() const;

 private:
  struct Sample {
    double seconds, part;
  };
  std::vector<Sample> samples_;  // the newest last; spaced by a part of the time gone by
  Sample first_{0, 0};           // news
  Sample now_{0, 0};
};

struct ProgressOptions {
  bool quiet = false;
  std::FILE* out = nullptr;            // stderr when null
  std::optional<bool> terminal = {};   // asks the stream when empty
  std::function<double()> clock = {};  // [s], any origin; the steady clock when empty
};

class Progress {
 public:
  /// A total of 0 means unknown: units are counted without a percentage.
  Progress(std::string label, std::uint64_t total, ProgressOptions options = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tick(std::uint64_t units = 1);
  /// Units done so far in all, for work that counts by itself. Fewer than before: there is more to
  /// do than was thought; the percentage stays, the time left grows.
  void set(std::uint64_t units);
  /// Prints the duration. Further ticks are ignored.
  void finish();

 private:
  void report(std::uint64_t done);
  void show(std::uint64_t done);
  void draw_bar(std::uint64_t done, double elapsed);
  void print_line(std::uint64_t done, double elapsed);
  void end(bool completed);
  double elapsed() const;
  double fraction(std::uint64_t done) const;
  std::string state(std::uint64_t done, double elapsed) const;  // "45 %, 0:12 left"

  const std::string label_;
  const std::uint64_t total_;
  ProgressOptions options_;
  WorkContext* context_ = nullptr;  // told, too
  bool terminal_ = false, draws_ = false;
  double start_ = 0;
  int exceptions_ = 0;
  std::atomic<std::uint64_t> done_{0};    // the most so far
  std::atomic<std::uint64_t> newest_{0};  // as last said
  std::mutex mutex_;                      // guards what follows and the stream
  TimeLeft time_left_;
  double last_shown_ = 0;  // [s] since the start
  double last_fraction_ = 0;
  bool finished_ = false;
};

/// 12.3 s, 1:05, 2:03:04; negative and non-finite values read as 0.
std::string format_duration(double seconds);

}  // namespace peal
