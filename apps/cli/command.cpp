#include "command.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

namespace peal {

const Option& Option::required(bool needed) const {
  option_->required(needed);
  return *this;
}

const Option& Option::within(int low, int high) const {
  option_->check(CLI::Range(low, high));
  return *this;
}

const Option& Option::within(double low, double high) const {
  option_->check(CLI::Range(low, high));
  return *this;
}

const Option& Option::not_negative() const {
  option_->check([](const std::string& text) {
    return text.starts_with('-') ? "expected a number >= 0, got " + text : std::string();
  });
  return *this;
}

const Option& Option::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  return *this;
}

const Option& Option::excludes(const Option& other) const {
  option_->excludes(other.option_);
  return *this;
}

const Option& Option::list(char divider, int count) const {
  option_->delimiter(divider)->expected(count);
  return *this;
}

const Option& Option::list(char divider) const {
  option_->delimiter(divider);
  return *this;
}

const Option& Option::value_optional() const {
  option_->expected(0, 1)->type_name("");
  return *this;
}

const Option& Option::description(const std::string& text) const {
  option_->description(text);
  return *this;
}

bool Option::given() const { return option_->count() > 0; }

template <class T>
Option Command::add_option(const std::string& names, T& target, const std::string& help) const {
  return Option(app_->add_option(names, target, help));
}

#define PEAL_OPTION_OF(type) \
  template Option Command::add_option(const std::string&, type&, const std::string&) const
PEAL_OPTION_OF(std::string);
PEAL_OPTION_OF(std::filesystem::path);
PEAL_OPTION_OF(double);
PEAL_OPTION_OF(std::optional<double>);
PEAL_OPTION_OF(int);
PEAL_OPTION_OF(std::uint64_t);
PEAL_OPTION_OF(std::vector<std::string>);
PEAL_OPTION_OF(std::vector<double>);
#undef PEAL_OPTION_OF

Option Command::add_flag(const std::string& names, bool& target, const std::string& help) const {
  return Option(app_->add_flag(names, target, help));
}

Option Command::option(const std::string& name) const { return Option(app_->get_option(name)); }

void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

void wrong_option(const std::string& option, const std::string& sentence) {
  throw CLI::ValidationError(option, sentence);
}

void wrong_option(const std::string& sentence) { throw CLI::ValidationError(sentence); }

}  // namespace peal
