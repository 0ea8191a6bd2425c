#include "io/schema/report.h"

#include "io/schema/suggest.h"

namespace peal {

void NameTable::offer(const std::string& space, const std::string& name) {
  offered_[space].push_back(name);
}

void NameTable::declare(const std::string& space, const std::string& name, const Cursor& at) {
  const auto [place, fresh] =
      declared_[space].try_emplace(lower_case(name), Declared{name, at.pointer()});
  if (fresh) return;
  const Declared& first = place->second;
  if (first.name == name)
    at.error("the name '{}' is already used at {}", shown(name), first.pointer);
  else
    at.error("the name '{}' differs only in case from '{}' at {}", shown(name), shown(first.name),
             first.pointer);
}

void NameTable::refer(const std::string& space, const std::string& name, const Cursor& at) {
  references_.push_back({space, name, at.pointer()});
}

std::vector<std::string> NameTable::known(const std::string& space) const {
  std::vector<std::string> names;
  if (const auto found = declared_.find(space); found != declared_.end())
    for (const auto& [lower, declared] : found->second) names.push_back(declared.name);
  if (const auto found = offered_.find(space); found != offered_.end())
    names.insert(names.end(), found->second.begin(), found->second.end());
  return names;
}

void NameTable::resolve(Report& report) const {
  std::map<std::string, std::map<std::string, bool>> exists;
  for (const auto& [space, names] : declared_)
    for (const auto& [lower, declared] : names) exists[space][declared.name] = true;
  for (const auto& [space, names] : offered_)
    for (const std::string& name : names) exists[space][name] = true;

  for (const Reference& reference : references_) {
    if (exists[reference.space].contains(reference.name)) continue;
    if (report.full()) {
      report.count_error();
      continue;
    }
    const std::vector<std::string> names = known(reference.space);
    report.error(reference.pointer,
                 fmt::format("there is no {} '{}'{}", reference.space, shown(reference.name),
                             names.empty() ? fmt::format("; this file declares none")
                                           : suggestion(reference.name, names)));
  }
}

std::string Report::line(const std::string& place, const std::string& sentence) const {
  return place.empty() ? fmt::format("{}: {}", file_, sentence)
                       : fmt::format("{}:{}: {}", file_, place, sentence);
}

void Report::error(const std::string& pointer, const std::string& sentence) {
  if (full())
    ++more_;
  else
    errors_.push_back(line(pointer, sentence));
}

void Report::error_at(std::size_t at_line, std::size_t column, const std::string& sentence) {
  error(fmt::format("{}:{}", at_line, column), sentence);
}

void Report::warning(const std::string& pointer, const std::string& sentence) {
  if (warnings_.size() < kMostErrors) warnings_.push_back(line(pointer, sentence));
}

std::vector<std::string> Report::errors() const {
  std::vector<std::string> all = errors_;
  if (more_ > 0) all.push_back(fmt::format("{}: and {} more errors", file_, more_));
  return all;
}

std::string pointer_token(std::string_view key) {
  std::string out;
  for (const char c : shown(key)) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string Cursor::pointer() const {
  if (!parent_) return {};
  return parent_->pointer() + "/" + (keyed_ ? pointer_token(key_) : std::to_string(index_));
}

}  // namespace peal
