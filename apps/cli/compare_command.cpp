// peal compare: two results held against each other, ours or those of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "commands.h"
#include "compare_arguments.h"
#include "tools/compare/comparison_picture.h"
#include "tools/compare/comparison_report.h"
#include "tools/compare/read_transfer.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPictures = 12;

std::string probe_file_name(const std::string& probe) {
  std::string name;
  for (const char c : probe)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' ? c : '_';
  return name.substr(0, 60);
}

/// Of many probes the worst ones are drawn, in their order.
std::vector<std::size_t> to_draw(const Comparison& comparison) {
  std::vector<std::size_t> order(comparison.probes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= kMostPictures) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return comparison.probes[i].result.l2 > comparison.probes[j].result.l2;
  });
  order.resize(kMostPictures);
  std::sort(order.begin(), order.end());
  return order;
}

void run_compare(const CompareArguments& arguments) {
  if (!(arguments.longest_delay >= 0) || !std::isfinite(arguments.longest_delay))
    fail("--longest-delay: expected a number of seconds >= 0");
  if (std::isnan(arguments.tolerance)) fail("--tolerance: expected a number, such as 0.02");
  if (std::isnan(arguments.decibels)) fail("--tolerance-db: expected a number, such as 1");
  if (is_transfer(arguments.a) || is_transfer(arguments.b))
    return compare_transfer_files(arguments);
  if (arguments.decibels >= 0) fail("--tolerance-db: is for .transfer files");
  const ResultFile a = read_result(arguments.a), b = read_result(arguments.b);
  ComparisonOptions options;
  options.longest_delay = arguments.longest_delay;
  const Comparison comparison = compare_results(a, b, arguments.probe, options);
  fmt::print("{}", comparison_text(comparison));

  const fs::path out = compare_folder(arguments);
  write_file_atomically(out / "compare.json",
                        comparison_json(comparison, arguments.a, arguments.b));
  fmt::print("figures   {}\n", (out / "compare.json").string());
  if (!arguments.no_pictures) {
    const std::vector<std::size_t> drawn = to_draw(comparison);
    const auto names = short_names(arguments.a, arguments.b);
    for (const std::size_t i : drawn) {
      const ProbeComparison& probe = comparison.probes[i];
      const fs::path path =
          out / fmt::format("compare_{}.{}", probe_file_name(probe.name), arguments.format);
      write_comparison_picture(path, probe.result,
                               {probe.name, names.first, names.second, comparison.unit});
      fmt::print("picture   {}\n", path.string());
    }
    if (drawn.size() < comparison.probes.size())
      fmt::print("          (the {} most different of {} probes; --probe NAME draws another)\n",
                 drawn.size(), comparison.probes.size());
  }
  const double worst = comparison.worst(arguments.aligned);
  if (arguments.tolerance >= 0 && !(worst <= arguments.tolerance))
    fail("the results differ by {:.4g}{}, more than the tolerance of {:g}", worst,
         arguments.aligned ? " without the delay" : "", arguments.tolerance);
}

}  // namespace

fs::path compare_folder(const CompareArguments& arguments) {
  const fs::path out =
      arguments.out.empty() ? fs::path("out") / "compare" : fs::path(arguments.out);
  std::error_code problem;
  fs::create_directories(out, problem);
  if (problem) fail("cannot make the folder '{}': {}", out.string(), problem.message());
  return out;
}

std::pair<std::string, std::string> short_names(const fs::path& a, const fs::path& b) {
  fs::path at = a.filename(), bt = b.filename(), pa = a.parent_path(), pb = b.parent_path();
  while (at == bt && !pa.filename().empty() && !pb.filename().empty()) {
    at = pa.filename() / at, bt = pb.filename() / bt;
    pa = pa.parent_path(), pb = pb.parent_path();
  }
  return {at.string(), bt.string()};
}

void add_compare_command(const CommandLine& line) {
  auto arguments = std::make_shared<CompareArguments>();
  const Command command = line.add_subcommand(
      "compare",
      "Holds two results against each other: relative L2, delay, dB per third octave or mode.");
  command
      .add_option("a", arguments->a,
                  "the reference: probes (HDF5), a table (CSV: time and one column per probe), "
                  "a sound file, or the transfer of modes (HDF5)")
      .required();
  command.add_option("b", arguments->b, "what is held against it").required();
  command.add_option("--probe", arguments->probe, "only this one");
  command.add_option("--tolerance", arguments->tolerance,
                     "exit with 1 when a relative L2 is larger, such as 0.02");
  command.add_option("--tolerance-db", arguments->decibels,
                     "of transfers: exit with 1 when a mode's level differs by more, such as 1");
  command.add_flag("--aligned", arguments->aligned,
                   "the tolerance is for what is left without delay (of transfers: without level "
                   "and phase)");
  command.add_option("--longest-delay", arguments->longest_delay,
                     "searched to both sides, in seconds [half of the common time]");
  command.add_option("--format", arguments->format, "of the pictures: png or svg [png]")
      .one_of({"png", "svg"});
  command.add_flag("--no-pictures", arguments->no_pictures, "only the figures");
  command.add_option("-o,--out", arguments->out, "folder [out/compare]");
  command.callback([arguments] { run_compare(*arguments); });
}

}  // namespace peal
