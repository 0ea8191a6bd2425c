#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "bake_parts.h"
#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "commands.h"
#include "pack_table.h"
#include "scene/choose_quality.h"
#include "scene/load.h"
#include "scene_argument.h"
#include "sources/kinds.h"
#include "tools/pack/pack_scene.h"

namespace peal {
namespace {

struct Arguments {
  std::string scene, out, quality;
  double click_mb = 8, max_size = -1;
  int max_modes = 0;
  int threads = 0;
  bool dry_run = false, no_cache = false, quiet = false, exact = false;
};

void run_pack(const Arguments& arguments) {
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  if (!(arguments.click_mb >= 0)) wrong_option("--click-mb", "expected a number");
  if (std::isnan(arguments.max_size)) wrong_option("--max-size", "expected a number");
  const SceneChoice choice = scene_argument(arguments.scene);
  Scene scene = load_scene(choice.file, source_declarations());
  for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
  if (!arguments.quality.empty()) choose_quality(scene, level_of(arguments.quality));
  if (scene.objects.empty()) fail("{}: has no objects; a bank would hold nothing", scene.file);

  // Clicks reach as far as the bank's rate, whatever the scene writes.
  scene.output.rate = static_cast<int>(PackOptions{}.rate);
  PackScene work(scene, !arguments.no_cache);
  if (arguments.dry_run) return print_pack_plan(work.plan(), scene.objects.size());
  const std::filesystem::path bank_name = scene.name + ".pealbank";
  const std::filesystem::path path = !arguments.out.empty()   ? std::filesystem::path(arguments.out)
                                     : choice.shipped.empty() ? bank_name
                                                              : choice.output_file(bank_name);
  AtomicFile file(path);  // a folder that is not there is said before the long work
  for (const std::string& line : work.prepare(arguments.quiet))
    fmt::print(stderr, "warning: {}\n", line);
  PackOptions options;
  options.most_click_bytes = 1e6 * arguments.click_mb;
  constexpr double kMegabytes = 2;
  const double max_size = arguments.max_size >= 0 ? arguments.max_size
                          : arguments.exact       ? 0
                                                  : kMegabytes;
  options.max_bytes = 1e6 * max_size, options.max_modes = arguments.max_modes;
  if (!arguments.exact) options.precision = kPacked;
  const BankContents bank = work.pack(options, arguments.quiet);
  std::vector<std::byte> bytes;
  if (BankError error; !write_bank(bank, bytes, error)) fail("{}: {}", scene.file, error.text);
  std::ofstream out(file.temporary(), std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) fail("{}: cannot be written; is the disk full?", path.string());
  file.commit();
  print_bank_table(work.packed(), bank, bytes.size());
  for (const SourceSpec& source : scene.sources)
    if (source.kind == "friction")
      fmt::print(stderr,
                 "note: {}: a friction source is no part of a bank; rub the body with "
                 "contact_update()\n",
                 source.path);
  fmt::print("{}\n", path.string());
}

}  // namespace

void add_pack_command(const CommandLine& line) {
  auto arguments = std::make_shared<Arguments>();
  const Command command = line.add_subcommand(
      "pack", "Puts the bodies of a scene into one bank file for the real-time engine.");
  command
      .add_option("scene", arguments->scene,
                  "scene file (JSON), or the name of a scene of `peal scenes`")
      .required();
  command.add_option("-o,--out", arguments->out,
                     "bank file [NAME.pealbank; of a scene of Peal's: out/NAME/NAME.pealbank]");
  command
      .add_option("--quality", arguments->quality,
                  "draft, normal or fine for all objects [what the scene says]")
      .one_of({"draft", "normal", "fine"});
  command.add_option("--click-mb", arguments->click_mb,
                     "largest tables of one body's click in MB; beyond, it clicks as an ellipsoid "
                     "[8]");
  command.add_option(
      "--max-size", arguments->max_size,
      "most of one body in MB: the quietest modes give way; 0: any size [2; any with --exact]");
  command
      .add_option("--max-modes", arguments->max_modes,
                  "most modes of one body, the loudest ones; 0: all [0]")
      .within(0, 1000000);
  command.add_flag("--exact", arguments->exact,
                   "keeps all numbers as they are, four times as large, instead of within -64 dB");
  command
      .add_option("-j,--threads", arguments->threads,
                  "threads; the bank is the same for any number [all cores]")
      .within(1, 1024);
  command.add_flag("--dry-run", arguments->dry_run, "lists the bodies and computes nothing");
  command.add_flag("--no-cache", arguments->no_cache, "computes modes anew and keeps none");
  command.add_flag("-q,--quiet", arguments->quiet, "no progress");
  command.callback([arguments] { run_pack(*arguments); });
}

}  // namespace peal
