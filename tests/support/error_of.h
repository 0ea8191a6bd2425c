// What a call ends with.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace peal {

/// The text of the error that f() ends with; fails the test when there is none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace peal
