// C++ source text => the names that it declares in namespaces, without a compiler: enough for how
// this house writes, not for the whole language. Members and locals are left out, and so are
// macros, operators and specialisations.
#pragma once
#include <string>
#include <vector>

namespace peal::test {

struct DeclaredName {
  std::string name;
  std::string alias_of;     // what stands behind `using name =`; empty for all others
  bool is_private = false;  // in an unnamed namespace
};

std::vector<DeclaredName> declared_names(const std::string& source);

}  // namespace peal::test
