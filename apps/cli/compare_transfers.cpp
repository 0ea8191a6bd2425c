#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "compare_arguments.h"
#include "tools/compare/transfer_report.h"

namespace peal {

void compare_transfer_files(const CompareArguments& arguments) {
  for (const std::string& file : {arguments.a, arguments.b})
    if (std::filesystem::exists(file) && !is_transfer(file))
      fail("{}: is no .transfer file; the other one is, and can be held against its kind only",
           file);
  if (!arguments.probe.empty()) fail("--probe: transfers have modes, no probes");
  if (arguments.longest_delay > 0) fail("--longest-delay: transfers have no delay to search");
  const TransferResult a = read_transfer(arguments.a), b = read_transfer(arguments.b);
  const TransferComparison comparison = compare_transfers(a, b);
  fmt::print("{}", transfer_text(comparison));

  const std::filesystem::path out = compare_folder(arguments);
  write_file_atomically(out / "compare.json", transfer_json(comparison, arguments.a, arguments.b));
  fmt::print("figures   {}\n", (out / "compare.json").string());
  if (!arguments.no_pictures) {
    const auto names = short_names(arguments.a, arguments.b);
    const std::filesystem::path path = out / ("compare_modes." + arguments.format);
    write_transfer_picture(path, comparison,
                           {names.first, names.second, std::max(arguments.decibels, 0.0)});
    fmt::print("picture   {}\n", path.string());
  }
  const double l2 = arguments.aligned ? comparison.worst_pattern() : comparison.worst_l2();
  if (arguments.tolerance >= 0 && !(l2 <= arguments.tolerance))
    fail("the transfers differ by {:.4g}{}, more than the tolerance of {:g}", l2,
         arguments.aligned ? " without level and phase" : "", arguments.tolerance);
  if (const double worst = comparison.worst_decibel();
      arguments.decibels >= 0 && !(worst <= arguments.decibels))
    fail("the transfers differ by {:.4g} dB, more than the tolerance of {:g} dB", worst,
         arguments.decibels);
}

}  // namespace peal
