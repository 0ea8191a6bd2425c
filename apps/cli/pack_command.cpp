#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "bake_parts.h"
#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "body_argument.h"
#include "commands.h"
#include "engine/bank/bank_writer.h"
#include "models/bake/transfer_compute.h"
#include "pack_table.h"
#include "render/pass.h"
#include "scene/load.h"
#include "shipped_scenes.h"
#include "sources/kinds.h"
#include "tools/pack/pack_body.h"

namespace peal {
namespace {

struct Arguments {
  std::string scene, out, quality;
  double click_mb = 8, max_size = -1;
  int max_modes = 0;
  int threads = 0;
  bool dry_run = false, no_cache = false, quiet = false, exact = false;
};

// What a bank may lose, rms: -64 dB of a mode's shape and of each degree of its transfer, -80 dB of
// a click, whose rows may cancel. Strikes differ from the exact bank's by less than -50 dB.
constexpr BankPrecision kPacked{6e-4, 6e-4, 1e-4};

/// The bodies of a scene, computed as a render computes them. Nothing moves.
class PackScene {
 public:
  PackScene(const Scene& scene, bool cache)
      : scene_(scene),
        tracks_(scene.objects.size(), PoseTrack(Pose{})),
        ensemble_(tracks_, 1),
        modes_(cache ? ModesCache::of_user() : ModesCache()),
        sounds_(modes_,
                std::make_shared<PulseLibrary>(cache ? PulseCache::of_user() : PulseCache()),
                std::make_shared<TransferLibrary>(
                    cache ? TransferCache::of_user() : TransferCache(), compute_transfer)) {
    sources_ = make_sources(scene, ensemble_);
    // A game may strike what the scene does not.
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
      if (scene.objects[i].sound == ObjectSound::modal)
        ensemble_.want_resonator(static_cast<int>(i), scene.objects[i].name,
                                 body_sound_request(scene, static_cast<int>(i)));
  }

  void print_plan() {
    const auto wanted = ensemble_.wanted_bodies();
    std::size_t width = 4;
    for (const WantedBody* body : wanted) modes_.plan(body->request);
    for (const WantedBody* body : wanted) width = std::max(width, body->name.size());
    fmt::print("{:<{}}  {:>9}  radiation\n", "body", width, "modes");
    for (const WantedBody* body : wanted)
      fmt::print("{:<{}}  {:>9}  {}\n", body->name, width,
                 modes_.cached(body->request) ? "kept" : "to find",
                 body->request.radiation == Radiation::transfer ? "transfer" : "quick");
    fmt::print(
        "{} objects, {} different bodies that ring; `peal bake --dry-run` says what they cost\n",
        scene_.objects.size(), wanted.size());
  }

  void prepare(bool quiet) {
    constexpr double kTicks = 1000;
    const auto bodies = ensemble_.wanted_bodies().size();
    Progress modes("modes", static_cast<std::uint64_t>(kTicks), {.quiet = quiet || bodies == 0});
    std::optional<Progress> transfers, clicks;
    const auto show = [&](std::optional<Progress>& bar, const char* label, double part) {
      if (quiet) return;
      if (!bar) modes.finish(), bar.emplace(label, static_cast<std::uint64_t>(kTicks));
      bar->set(static_cast<std::uint64_t>(kTicks * part));
    };
    Ensemble::Watch watch;
    watch.modes = [&](double part) { modes.set(static_cast<std::uint64_t>(kTicks * part)); };
    watch.transfers = [&](double part) { show(transfers, "transfers", part); };
    watch.clicks = [&](double part) { show(clicks, "clicks", part); };
    ensemble_.prepare(sounds_, watch);
    modes.finish();
    if (transfers) transfers->finish();
    if (clicks) clicks->finish();
    for (const auto& lines : {sounds_.pulses->warnings(), sounds_.transfers->warnings()})
      for (const std::string& line : lines) fmt::print(stderr, "warning: {}\n", line);
  }

  /// Different bodies, each named after the first object that is one, and all objects.
  void pack(const PackOptions& options, bool quiet, BankContents& out) {
    using Key = std::tuple<const BodySound*, const ClickField*, std::string, const BodyGeometry*>;
    std::map<Key, int> known;
    Progress progress("pack", scene_.objects.size(), {.quiet = quiet});
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
      const ObjectSpec& object = scene_.objects[i];
      const ClickEmitter* click = ensemble_.click(static_cast<int>(i));
      const BodySound* sound = ensemble_.resonator(static_cast<int>(i))
                                   ? &ensemble_.body_sound(static_cast<int>(i))
                                   : nullptr;
      const ClickField* field = click ? &click->field() : nullptr;
      const auto [place, fresh] = known.try_emplace(
          {sound, field, object.material, object.geometry.get()}, static_cast<int>(packed_.size()));
      if (fresh) {
        packed_.push_back(std::make_unique<PackedBody>(scene_, object, sound, field, options));
        out.bodies.push_back(packed_.back()->play());
      }
      out.objects.push_back({object.name, place->second, object.is_static});
      progress.tick();
    }
    progress.finish();
  }
  const std::vector<std::unique_ptr<PackedBody>>& packed() const { return packed_; }

 private:
  const Scene& scene_;
  std::vector<PoseTrack> tracks_;
  Ensemble ensemble_;
  ModesLibrary modes_;
  BodySounds sounds_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::unique_ptr<PackedBody>> packed_;
};

PlayMaterial ground_of(const Scene& scene) {
  const FloorSpec floor = scene.motion.floor.value_or(FloorSpec{});
  PlayMaterial ground = play_material(scene.material(floor.material), floor.material);
  ground.restitution = floor.restitution.value_or(ground.restitution);
  ground.friction = floor.friction.value_or(ground.friction);
  return ground;
}

void run_pack(const Arguments& arguments) {
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  if (!(arguments.click_mb >= 0)) throw CLI::ValidationError("--click-mb", "expected a number");
  if (std::isnan(arguments.max_size)) throw CLI::ValidationError("--max-size", "expected a number");
  const SceneChoice choice = find_scene(arguments.scene);
  Scene scene = load_scene(choice.file, source_declarations());
  for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
  if (!arguments.quality.empty()) choose_quality(scene, arguments.quality);
  if (scene.objects.empty()) fail("{}: has no objects; a bank would hold nothing", scene.file);

  PackScene work(scene, !arguments.no_cache);
  if (arguments.dry_run) return work.print_plan();
  const std::filesystem::path bank_name = scene.name + ".pealbank";
  const std::filesystem::path path = !arguments.out.empty()   ? std::filesystem::path(arguments.out)
                                     : choice.shipped.empty() ? bank_name
                                                              : choice.output_file(bank_name);
  AtomicFile file(path);  // a folder that is not there is said before the long work
  work.prepare(arguments.quiet);
  PackOptions options;
  options.most_click_bytes = 1e6 * arguments.click_mb;
  constexpr double kMegabytes = 2;
  const double max_size = arguments.max_size >= 0 ? arguments.max_size
                          : arguments.exact       ? 0
                                                  : kMegabytes;
  options.max_bytes = 1e6 * max_size, options.max_modes = arguments.max_modes;
  if (!arguments.exact) options.precision = kPacked;
  BankContents bank;
  bank.precision = options.precision;
  bank.rate = options.rate, bank.air = scene.air, bank.ground = ground_of(scene);
  work.pack(options, arguments.quiet, bank);
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

void add_pack_command(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "pack", "Puts the bodies of a scene into one bank file for the real-time engine.");
  command
      ->add_option("scene", arguments->scene,
                   "scene file (JSON), or the name of a scene of `peal scenes`")
      ->required();
  command->add_option("-o,--out", arguments->out,
                      "bank file [NAME.pealbank; of a scene of Peal's: out/NAME/NAME.pealbank]");
  command
      ->add_option("--quality", arguments->quality,
                   "draft, normal or fine for all objects [what the scene says]")
      ->check(CLI::IsMember({"draft", "normal", "fine"}));
  command->add_option("--click-mb", arguments->click_mb,
                      "largest tables of one body's click in MB; beyond, it clicks as an ellipsoid "
                      "[8]");
  command->add_option(
      "--max-size", arguments->max_size,
      "most of one body in MB: the quietest modes give way; 0: any size [2; any with --exact]");
  command
      ->add_option("--max-modes", arguments->max_modes,
                   "most modes of one body, the loudest ones; 0: all [0]")
      ->check(CLI::Range(0, 1000000));
  command->add_flag("--exact", arguments->exact,
                    "keeps all numbers as they are, four times as large, instead of within -64 dB");
  command
      ->add_option("-j,--threads", arguments->threads,
                   "threads; the bank is the same for any number [all cores]")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--dry-run", arguments->dry_run, "lists the bodies and computes nothing");
  command->add_flag("--no-cache", arguments->no_cache, "computes modes anew and keeps none");
  command->add_flag("-q,--quiet", arguments->quiet, "no progress");
  command->callback([arguments] { run_pack(*arguments); });
}

}  // namespace peal
