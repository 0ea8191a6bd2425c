// One command of `peal` and its options. CLI11 does the work, in command.cpp alone: its headers
// would take more time to compile than all that the commands do themselves.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace peal {

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  const Option& required(bool needed = true) const;
  /// Both ends belong to it.
  const Option& within(int low, int high) const;
  const Option& within(double low, double high) const;
  const Option& not_negative() const;
  const Option& one_of(const std::vector<std::string>& words) const;
  const Option& excludes(const Option& other) const;
  /// So many values, divided by a character in one word.
  const Option& list(char divider, int count) const;
  const Option& list(char divider) const;
  /// It may stand alone, without a value.
  const Option& value_optional() const;
  const Option& description(const std::string& text) const;
  /// On the command line; after parsing.
  bool given() const;

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  /// `names` with dashes ("-o,--out") or without ("scene": by its place). T is one of those that
  /// command.cpp lists. `target` keeps its value when the option is not given.
  template <class T>
  Option add_option(const std::string& names, T& target, const std::string& help) const;
  Option add_flag(const std::string& names, bool& target, const std::string& help) const;
  Option option(const std::string& name) const;
  void callback(std::function<void()> run) const;

 private:
  CLI::App* app_;
};

/// Ends the command as a wrong command line does. @throws always.
[[noreturn]] void wrong_option(const std::string& option, const std::string& sentence);
[[noreturn]] void wrong_option(const std::string& sentence);

}  // namespace peal
