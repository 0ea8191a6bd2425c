#include "io/schema/reference.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace peal {
namespace {

/// Table cells end at '|'.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string default_of(const RecordType::Field& field, const void* record) {
  if (field.required) return "required";
  const void* value = field.of(record);
  return field.type->has_value(value) ? "`" + field.type->write(value).dump() + "`" : "none";
}

std::string heading(const ReferenceSection& section, const std::string& title) {
  if (section.path.empty()) return title;
  return section.kind.empty() ? fmt::format("`{}`", section.path)
                              : fmt::format("`{}` of kind `{}`", section.path, section.kind);
}

}  // namespace

std::string reference_markdown(const RecordType& record, const std::string& title) {
  std::vector<ReferenceSection> sections;
  record.sections("", record.prototype(), sections);
  std::string page;
  for (const ReferenceSection& section : sections) {
    page += fmt::format("## {}\n\n{}\n", heading(section, title), section.record->sentence());
    if (!section.record->fields().empty())
      page += "\n| field | value | unit | default | meaning |\n|---|---|---|---|---|\n";
    for (const RecordType::Field& field : section.record->fields()) {
      const Type& type = *field.type;
      const std::string remark = type.remark();
      // A record has its own section; its default is that of its fields.
      const bool is_record = dynamic_cast<const RecordType*>(&type) != nullptr;
      page += fmt::format(
          "| `{}` | {} | {} | {} | {}{} |\n", field.name, cell(type.phrase()), type.unit(),
          is_record && !field.required ? "see below" : cell(default_of(field, section.defaults)),
          cell(field.sentence), remark.empty() ? "" : " " + cell(remark));
    }
    page += "\n";
  }
  if (!page.empty()) page.pop_back();
  return page;
}

}  // namespace peal
