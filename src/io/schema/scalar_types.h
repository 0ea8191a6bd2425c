// Numbers, switches, words, names and files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "io/schema/type.h"

namespace peal {

/// Allowed numbers: Range{1, 2} includes both ends, Range::above(0).up_to(5) is 0 < x <= 5.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false, open_max = false;

  static Range any() { return {}; }
  static Range at_least(double x) { return {x, any().max}; }
  static Range above(double x) { return {x, any().max, true}; }
  Range up_to(double x) const { return {min, x, open_min, false}; }
  Range below(double x) const { return {min, x, open_min, true}; }
};

/// The shorter of 2e+12 and 2000000000000 that still is the number.
std::string short_number(double x);
/// "> 0 and <= 3600", or "" for any number.
std::string phrase_of(const Range& range);
/// Adds minimum, maximum and their exclusive forms.
void add_range(OrderedJson& schema, const Range& range);
/// Reads a finite number inside the range, or reports and returns false.
bool read_number(const Json& in, const Cursor& at, const Range& range, const std::string& unit,
                 double& out);

Of<double> number(Range range, std::string unit = {});
Of<int> integer(int min, int max, std::string unit = {});
/// Any integer from 0 to 2^64 - 1.
Of<std::uint64_t> natural();
/// A number that says how the file is to be read; no other is understood.
Of<int> version_number(int version);
Of<bool> boolean();
Of<std::string> text(std::size_t longest = 10'000);
/// Declares a name that is unique in its space and usable in file names.
Of<std::string> name_in(std::string space);
/// The name of something declared elsewhere in the file.
Of<std::string> reference_to(std::string space);
/// An existing file, given relative to the folder of the file being read.
Of<std::filesystem::path> file(std::string what);

/// Letters, digits, '_' and '-', first a letter or digit, at most 64.
inline constexpr const char* kNamePattern = "^[A-Za-z0-9]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$";
/// Reports a name that does not follow kNamePattern.
void check_name(const std::string& name, const Cursor& at);

/// One word of several.
class ChoiceType : public Type {
 public:
  struct Word {
    std::string word, sentence;
  };
  explicit ChoiceType(std::vector<Word> words) : words_(std::move(words)) {}
  void read(const Json& in, const Cursor& at, void* out) const override;
  OrderedJson write(const void* value) const override;
  void add_to_key(const void* value, FieldKey& key) const override;
  OrderedJson schema(const void* defaults) const override;
  std::string phrase() const override;
  std::string remark() const override;

 protected:
  virtual void set(void* out, std::size_t index) const = 0;
  virtual std::size_t index_of(const void* value) const = 0;

 private:
  std::vector<Word> words_;
};

/// Words for the values of an enumeration, in the order 0, 1, 2 ...
template <class E>
Of<E> choice(std::vector<ChoiceType::Word> words) {
  class Choice final : public ChoiceType {
   public:
    using ChoiceType::ChoiceType;

   protected:
    void set(void* out, std::size_t index) const override {
      *static_cast<E*>(out) = static_cast<E>(index);
    }
    std::size_t index_of(const void* value) const override {
      return static_cast<std::size_t>(*static_cast<const E*>(value));
    }
  };
  return {std::make_shared<Choice>(std::move(words))};
}

}  // namespace peal
