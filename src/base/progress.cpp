#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "base/error.h"
#include "base/steady_seconds.h"

namespace peal {
namespace {

constexpr double kRedraw = 0.1;      // [s] between two drawings of the bar
constexpr double kLongPause = 10;    // [s] after which a log gets a line ...
constexpr double kLeastStep = 0.01;  // ... when the work has moved by this much
constexpr double kShortPause = 1;    // [s] least distance of the lines at each tenth
constexpr double kTooEarly = 2;      // [s] before that, pace says little of what is to come
constexpr double kRecent = 1.0 / 3;  // part of the time gone by whose pace is looked at
constexpr double kSpacing = 0.02;    // part of the time gone by between two looks

// Rounded down, so that 100 % means that nothing is left; 0.29 is 29 % in spite of its last bit.
double whole_percent(double part) { return std::floor(100 * part * (1 + 1e-12)); }

int terminal_columns(std::FILE* out) {
  winsize size{};
  if (::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

/// A time to come, no more exactly than it can be known.
std::string rough(double seconds) {
  if (seconds < 3) return "seconds";
  return seconds < 59.5 ? fmt::format("{:.0f} s", seconds) : format_duration(seconds);
}

}  // namespace

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::min(std::round(seconds), 1e15));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, rest);
  return fmt::format("{}:{:02}", minutes, rest);
}

void TimeLeft::add(double seconds, double part) {
  if (!(seconds >= now_.seconds) || !(part >= 0)) return;
  if (part < now_.part) {
    for (Sample& sample : samples_) sample.part *= part / now_.part;
    first_.part *= part / now_.part;
  }
  now_ = {seconds, part};
  if (!(first_.part > 0)) first_ = now_;
  if (samples_.empty() || seconds - samples_.back().seconds >= kSpacing * seconds)
    samples_.push_back(now_);
}

std::optional<double> TimeLeft::left() const {
  if (!(now_.part > 0 && now_.seconds > 0)) return {};
  if (now_.part >= 1) return 0;
  const auto recent = std::partition_point(
      samples_.begin(), samples_.end(),
      [&](const Sample& sample) { return sample.seconds < (1 - kRecent) * now_.seconds; });
  const bool more = now_.part > first_.part && now_.seconds > first_.seconds;
  const Sample start = more ? first_ : Sample{0, 0};
  Sample since = start;
  if (recent != samples_.begin() && now_.part > (recent - 1)->part &&
      (recent - 1)->seconds > start.seconds)
    since = *(recent - 1);
  const double pace = (now_.part - start.part) / (now_.seconds - start.seconds);
  const double lately = (now_.part - since.part) / (now_.seconds - since.seconds);
  return (1 - now_.part) / std::sqrt(pace * lately);
}

Progress::Progress(std::string label, std::uint64_t total, ProgressOptions options)
    : label_(std::move(label)), total_(total), options_(std::move(options)) {
  if (!options_.out) options_.out = stderr;
  if (!options_.clock) options_.clock = steady_seconds;
  exceptions_ = std::uncaught_exceptions();
  start_ = options_.clock();
  if (options_.quiet) return;
  context_ = WorkContext::current();
  draws_ = !context_ || context_->draws();
  if (context_) context_->tell(label_, 0);
  if (!draws_) return;
  terminal_ = options_.terminal ? *options_.terminal : ::isatty(::fileno(options_.out)) == 1;
  const std::lock_guard lock(mutex_);
  if (terminal_) {
    draw_bar(0, 0);
  } else {
    fmt::print(options_.out, "{}: started\n", label_);
    std::fflush(options_.out);
  }
}

Progress::~Progress() {
  try {
    end(std::uncaught_exceptions() <= exceptions_);
  } catch (...) {  // a display that cannot be written is no reason to stop the work
  }
}

void Progress::finish() { end(true); }

double Progress::elapsed() const {
  const double seconds = options_.clock() - start_;
  return seconds > 0 ? seconds : 0;
}

double Progress::fraction(std::uint64_t done) const {
  if (total_ == 0) return 0;
  return std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
}

std::string Progress::state(std::uint64_t done, double seconds) const {
  if (total_ == 0) return fmt::format("{} done, {}", done, format_duration(seconds));
  const double part = fraction(done);
  std::string text = fmt::format("{:3.0f} %", whole_percent(part));
  const auto left = time_left_.left();
  if (left && part < 1 && seconds >= kTooEarly) text += fmt::format(", {} left", rough(*left));
  return text;
}

void Progress::tick(std::uint64_t units) {
  const std::uint64_t done = done_.fetch_add(units, std::memory_order_relaxed) + units;
  newest_.fetch_add(units, std::memory_order_relaxed);
  report(done);
}

void Progress::set(std::uint64_t units) {
  newest_.store(units, std::memory_order_relaxed);
  std::uint64_t seen = done_.load(std::memory_order_relaxed);
  while (units > seen && !done_.compare_exchange_weak(seen, units, std::memory_order_relaxed)) {
  }
  report(std::max(seen, units));
}

void Progress::report(std::uint64_t done) {
  if (context_ && done < total_) context_->tell(label_, fraction(done));  // its end is end()'s
  if (draws_) show(done);
}

void Progress::show(std::uint64_t done) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || finished_) return;  // another thread is drawing
  const double now = elapsed(), pause = now - last_shown_, part = fraction(done);
  time_left_.add(now, fraction(newest_.load(std::memory_order_relaxed)));
  if (terminal_) {
    if (pause >= kRedraw) draw_bar(done, now);
    return;
  }
  if (part >= 1) return;  // the last line is written by end()
  const bool tenth = std::floor(part * 10) > std::floor(last_fraction_ * 10);
  const bool moved = total_ == 0 || part - last_fraction_ >= kLeastStep;
  if ((tenth && pause >= kShortPause) || (moved && pause >= kLongPause)) print_line(done, now);
}

void Progress::draw_bar(std::uint64_t done, double now) {
  last_shown_ = now;
  const std::string text = state(done, now);
  const int room =
      terminal_columns(options_.out) - static_cast<int>(label_.size() + text.size()) - 6;
  const int width = total_ == 0 ? 0 : std::clamp(room, 0, 40);
  const int full = static_cast<int>(fraction(done) * width);
  std::string bar;
  if (width >= 5) bar = " [" + std::string(full, '#') + std::string(width - full, '.') + "]";
  fmt::print(options_.out, "\r\x1b[2K{}{} {}", label_, bar, text);
  std::fflush(options_.out);
}

void Progress::print_line(std::uint64_t done, double now) {
  last_shown_ = now;
  last_fraction_ = fraction(done);
  fmt::print(options_.out, "{}: {}\n", label_, state(done, now));
  std::fflush(options_.out);
}

void Progress::end(bool completed) {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  if (context_ && completed) context_->tell(label_, 1);
  if (!draws_) return;
  const double now = elapsed();
  const char* clear = terminal_ ? "\r\x1b[2K" : "";
  if (completed)
    fmt::print(options_.out, "{}{}: done in {}\n", clear, label_, format_duration(now));
  else if (total_ == 0)
    fmt::print(options_.out, "{}{}: stopped after {}\n", clear, label_, format_duration(now));
  else
    fmt::print(options_.out, "{}{}: stopped at {:.0f} % after {}\n", clear, label_,
               whole_percent(fraction(done_)), format_duration(now));
  std::fflush(options_.out);
}

}  // namespace peal
