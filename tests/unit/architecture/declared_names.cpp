#include "declared_names.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace peal::test {
namespace {

using Words = std::vector<std::string>;

bool in_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::size_t end_of_quotes(const std::string& text, std::size_t at) {
  if (at > 0 && text[at] == '"' && text[at - 1] == 'R') {
    const std::size_t open = text.find('(', at);
    const std::string close = ")" + text.substr(at + 1, open - at - 1) + "\"";
    return std::min(text.find(close, open), text.size() - close.size()) + close.size();
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

/// Words and marks, without comments, preprocessor lines and what stands in quotes.
Words words_of(const std::string& text) {
  Words out;
  bool line_begins = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      line_begins = true, ++i;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++i;
    } else if (c == '#' && line_begins) {
      while (i < text.size() && (text[i] != '\n' || text[i - 1] == '\\')) ++i;
    } else if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i), text.size() - 2) + 2;
    } else if (c == '"' || c == '\'') {
      i = end_of_quotes(text, i);
      out.push_back("\"\"");
      line_begins = false;
    } else {
      std::size_t end = i + 1;
      if (in_a_word(c))
        while (end < text.size() &&
               (in_a_word(text[end]) ||
                (text[end] == '\'' && std::isdigit(static_cast<unsigned char>(c)))))
          ++end;
      else if (text.compare(i, 2, "::") == 0)
        ++end;
      out.push_back(text.substr(i, end - i));
      line_begins = false;
      i = end;
    }
  }
  return out;
}

bool is_name(const std::string& word) {
  return in_a_word(word[0]) && !std::isdigit(static_cast<unsigned char>(word[0]));
}

bool is_macro(const std::string& word) {
  return word.size() > 1 && std::none_of(word.begin(), word.end(), [](char c) {
           return std::islower(static_cast<unsigned char>(c));
         });
}

/// Behind the mark that closes the one at `at`.
std::size_t behind(const Words& words, std::size_t at) {
  const std::string open = words[at];
  const std::string close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ">";
  int depth = 0;
  for (; at < words.size(); ++at) {
    if (words[at] == open) ++depth;
    if (words[at] == close && --depth == 0) return at + 1;
  }
  return at;
}

/// Whether braces that follow belong to a value: behind '=' or among parameters.
bool awaits_a_value(const Words& words) {
  int depth = 0;
  bool value = false;
  const bool is_template = words.size() > 1 && words[0] == "template" && words[1] == "<";
  for (std::size_t i = is_template ? behind(words, 1) : 0; i < words.size(); ++i) {
    depth += (words[i] == "(") - (words[i] == ")");
    value = value || (words[i] == "=" && depth == 0);
  }
  return value || depth > 0;
}

/// One declaration, up to its ';' or the '{' of its body.
class Declaration {
 public:
  Declaration(const Words& words, bool is_private, std::vector<DeclaredName>& out)
      : words_(words), private_(is_private), out_(out) {}

  void read() {
    skip_templates();
    if (at_ >= words_.size()) return;
    static const std::set<std::string> types{"struct", "class", "union", "enum"};
    const std::string& first = words_[at_];
    if (first == "static_assert" || first == "namespace" || first == "friend") return;
    if (first == "using") return read_alias();
    if (first == "concept") return add(words_[at_ + 1]);
    if (types.count(first) && read_type()) return;
    read_functions_and_variables();
  }

 private:
  void skip_templates() {
    while (at_ < words_.size() && words_[at_] == "template") {
      if (at_ + 1 >= words_.size() || words_[at_ + 1] != "<") {
        at_ = words_.size();  // an explicit instantiation
        return;
      }
      at_ = behind(words_, at_ + 1);
    }
    while (at_ + 1 < words_.size() && words_[at_] == "[" && words_[at_ + 1] == "[")
      at_ = behind(words_, at_);
  }

  void read_alias() {
    if (at_ + 2 >= words_.size() || words_[at_ + 2] != "=") return;
    std::string whole;
    for (std::size_t i = at_ + 3; i < words_.size(); ++i) whole += words_[i] + " ";
    out_.push_back({words_[at_ + 1], whole, private_});
  }

  /// False when it is only the type of a variable or of a result.
  bool read_type() {
    std::size_t i = at_ + 1;
    if (i < words_.size() && (words_[i] == "class" || words_[i] == "struct")) ++i;
    if (i + 1 < words_.size() && words_[i] == "alignas") i = behind(words_, i + 1);
    if (i >= words_.size() || !is_name(words_[i])) return true;
    if (i + 1 < words_.size() && words_[i + 1] != ":" && words_[i + 1] != "final") return false;
    add(words_[i]);
    return true;
  }

  void read_functions_and_variables() {
    std::string last;
    for (std::size_t i = at_; i < words_.size(); ++i) {
      const std::string& word = words_[i];
      if (word == "operator") return;
      if (word == "(" && (last == "__attribute__" || last == "alignas")) {
        i = behind(words_, i) - 1;
        last.clear();
      } else if (word == "(") {
        if (!last.empty() && !is_macro(last) && (i < 2 || words_[i - 2] != "::")) add(last);
        return;  // parameters and what follows them
      } else if (word == "<") {
        i = behind(words_, i) - 1;
        last.clear();
      } else if (word == "=" || word == "[" || word == "{") {
        if (!last.empty() && (i < 2 || words_[i - 2] != "::")) add(last);
        i = behind_value(i) - 1;
        last.clear();
      } else if (word == ",") {
        if (!last.empty()) add(last);
        last.clear();
      } else {
        last = is_name(word) ? word : "";
      }
    }
    if (!last.empty() && words_.size() > at_ + 1 && words_[words_.size() - 2] != "::") add(last);
  }

  std::size_t behind_value(std::size_t i) const {
    while (i < words_.size() && words_[i] != ",")
      i = words_[i] == "(" || words_[i] == "[" || words_[i] == "{" ? behind(words_, i) : i + 1;
    return i;
  }

  void add(const std::string& name) { out_.push_back({name, "", private_}); }

  const Words& words_;
  bool private_;
  std::vector<DeclaredName>& out_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<DeclaredName> declared_names(const std::string& source) {
  std::vector<DeclaredName> out;
  std::vector<bool> scopes;  // namespaces around; whether each has no name
  const Words words = words_of(source);
  Words statement;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool unnamed = std::count(scopes.begin(), scopes.end(), true) > 0;
    if (words[i] == "}") {
      if (!scopes.empty()) scopes.pop_back();
      statement.clear();
    } else if (words[i] == ";") {
      Declaration(statement, unnamed, out).read();
      statement.clear();
    } else if (words[i] == "{" && !statement.empty() && statement[0] == "namespace") {
      scopes.push_back(statement.size() == 1);
      statement.clear();
    } else if (words[i] == "{" && !statement.empty() && statement[0] == "extern") {
      scopes.push_back(false);
      statement.clear();
    } else if (words[i] == "{") {
      const std::size_t end = behind(words, i);
      // A body ends the declaration; a value does not, nor does a variable in braces.
      const bool goes_on = end < words.size() && (words[end] == ";" || words[end] == ",");
      if (goes_on || awaits_a_value(statement)) {
        statement.insert(statement.end(), words.begin() + std::ptrdiff_t(i),
                         words.begin() + std::ptrdiff_t(end));
      } else {
        Declaration(statement, unnamed, out).read();
        statement.clear();
      }
      i = end - 1;
    } else {
      statement.push_back(words[i]);
    }
  }
  return out;
}

}  // namespace peal::test
