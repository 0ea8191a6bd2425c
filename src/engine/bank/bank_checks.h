// Bounds of everything in a bank: spans inside the bytes, numbers inside their ranges. A check that
// fails leaves a sentence and makes all later ones quiet.
#pragma once
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"

namespace peal {

inline PlayMaterial material_of(const BankMaterial& m, double loss) noexcept {
  return {
      m.modulus, m.restitution, m.friction, {m.roughness, m.slope, m.longest, m.shortest}, loss};
}

constexpr double kLargestLength = 1e4;  // [m] of any coordinate or axis in a bank

class BankChecks {
 public:
  BankChecks(std::span<const std::byte> bytes, BankError& error, const BankOptions& options = {})
      : bytes_(bytes), error_(&error), options_(options) {}

  bool ok() const noexcept { return error_->text[0] == 0; }
  /// What messages are about: "body 3".
  void about(const char* what, std::size_t number) noexcept {
    std::snprintf(place_, sizeof place_, "%s %zu: ", what, number);
  }
  void about_all() noexcept { place_[0] = 0; }

  [[gnu::format(printf, 2, 3)]] void fail(const char* text, ...) noexcept {
    if (!ok()) return;
    const int used = std::snprintf(error_->text, sizeof error_->text, "bank: %s", place_);
    std::va_list arguments;
    va_start(arguments, text);
    if (used > 0 && static_cast<std::size_t>(used) < sizeof error_->text)
      std::vsnprintf(error_->text + used, sizeof error_->text - static_cast<std::size_t>(used),
                     text, arguments);
    va_end(arguments);
  }
  void expect(bool is, const char* what) noexcept {
    if (!is) fail("%s; the bank is damaged, pack the scene again", what);
  }
  /// low <= value <= high; not NaN.
  void range(double value, double low, double high, const char* what) noexcept {
    if (!(value >= low && value <= high))
      fail("%s is %g, expected %g to %g; the bank is damaged, pack the scene again", what, value,
           low, high);
  }
  template <class T>
  void all_within(std::span<const T> values, double limit, const char* what) noexcept {
    for (const T value : values)
      if (!(std::abs(static_cast<double>(value)) <= limit))
        return range(static_cast<double>(value), -limit, limit, what);
  }

  /// Before memory is allocated: false when that would be more than is allowed (or has been wrong
  /// already), or when nothing shall be made.
  bool reserve(double bytes, const char* what) noexcept {
    memory_ += bytes;
    if (!options_.measure && !(memory_ <= options_.max_memory))
      fail(
          "needs more than %.0f MB of memory (max_memory) for %s; raise it, or pack the scene with "
          "--max-size",
          1e-6 * options_.max_memory, what);
    return ok() && !options_.measure;
  }
  double memory() const noexcept { return memory_; }

  /// The elements of a span, empty when they do not lie in the bank. No two arrays share bytes: all
  /// of them together are no longer than the bank, so that what is made of them stays in
  /// proportion.
  template <class T>
  std::span<const T> array(const BankSpan& span, const char* what) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kBankAlignment);
    if (span.count == 0 || !ok()) return {};
    if (span.offset % kBankAlignment != 0 || span.offset > bytes_.size() ||
        span.count > (bytes_.size() - span.offset) / sizeof(T)) {
      fail("%s reach beyond the end of the bank; it is damaged, pack the scene again", what);
      return {};
    }
    used_ += span.count * sizeof(T);
    if (used_ > bytes_.size()) {
      expect(false, "arrays overlap");
      return {};
    }
    return {reinterpret_cast<const T*>(bytes_.data() + span.offset),
            static_cast<std::size_t>(span.count)};
  }
  template <class T>
  std::span<const T> array(const BankSpan& span, std::uint64_t count, const char* what) noexcept {
    if (span.count != count)
      fail("%llu %s, expected %llu; the bank is damaged, pack the scene again",
           static_cast<unsigned long long>(span.count), what,
           static_cast<unsigned long long>(count));
    return array<T>(span, what);
  }
  const char* text(const BankSpan& span) noexcept {
    const auto letters = array<char>(span, "names");
    if (!letters.empty() &&
        std::memchr(letters.data(), 0, letters.size()) == letters.data() + letters.size() - 1)
      return letters.data();
    expect(false, "a name does not end");
    return "";
  }

 private:
  std::span<const std::byte> bytes_;
  BankError* error_;
  BankOptions options_;
  double memory_ = 0;       // [bytes] reserved
  std::uint64_t used_ = 0;  // [bytes] of all arrays
  char place_[40] = "";
};

/// Bodies and clicks: engine/bank/bank_bodies.cpp, engine/bank/bank_clicks.cpp. Allocate what
/// checks allow.
void read_bank_body(const BankBodyRecord& record, double rate, BankChecks& checks, PlayBody& out,
                    BankBodyMemory& memory);
void read_bank_click(const BankClickRecord& record, double rate, BankChecks& checks, PlayClick& out,
                     BankBodyMemory& memory);

}  // namespace peal
