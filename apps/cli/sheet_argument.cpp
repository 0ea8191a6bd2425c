#include "sheet_argument.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/constants.h"
#include "base/error.h"
#include "tools/bodies/body_text.h"

namespace peal {
namespace {

constexpr int kDiscCorners = 64;
constexpr const char* kPaneForm = "LENGTHxWIDTHxTHICKNESS";
constexpr const char* kPlateForm = "RADIUSxTHICKNESS";

std::vector<double> sizes(const char* option, const std::string& given, const char* form) {
  std::string text = given;
  std::replace(text.begin(), text.end(), 'x', ',');
  const auto count = 1 + std::count(form, form + std::strlen(form), 'x');
  if (1 + std::count(text.begin(), text.end(), ',') != count)
    fail("{}: expected {} in metres, {} numbers with x between, got '{}'", option, form, count,
         given);
  const auto values = numbers_of(option, text, static_cast<std::size_t>(count));
  for (const double value : values)
    if (!(value > 1e-5 && value <= 100))
      fail("{}: expected sizes of 10 um to 100 m, got {} m", option, value);
  return values;
}

}  // namespace

Sheet sheet_argument(const std::string& pane, const std::string& plate) {
  if (pane.empty() == plate.empty())
    fail("expected --pane {} or --plate {}, one of the two", kPaneForm, kPlateForm);
  if (!pane.empty()) {
    const auto size = sizes("--pane", pane, kPaneForm);
    return {rectangle_outline(size[0], size[1]), size[2], size[0] * size[1] * size[2]};
  }
  const auto size = sizes("--plate", plate, kPlateForm);
  const double area = kDiscCorners / 2.0 * size[0] * size[0] * std::sin(2 * kPi / kDiscCorners);
  return {disc_outline(size[0], kDiscCorners), size[1], area * size[1]};
}

}  // namespace peal
