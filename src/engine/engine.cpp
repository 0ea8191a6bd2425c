// The public engine: a bank, the game's side and the audio side, joined.
#include <peal/engine.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"
#include "engine/engine_copies.h"
#include "engine/engine_core.h"
#include "engine/engine_inbox.h"

namespace peal {

struct Engine::Parts {
  struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete(p, std::align_val_t(kBankAlignment)); }
  };
  EngineLimits limits;
  std::unique_ptr<std::byte, FreeAligned> copy;  // of a bank that does not lie well
  Bank bank;
  EngineCopies copies;
  EngineWorld world;
  std::unique_ptr<EngineInbox> inbox;
  std::unique_ptr<EngineCore> core;
  int used = kHop;  // samples of the last hop already handed out

  std::string open(std::span<const std::byte> bytes, const EngineLimits& wanted, bool measure);

  void take_events() noexcept {
    EngineEvent event;
    // No more than the ring holds: a game that never stops sending must not hold up the sound.
    for (int k = 0; k < limits.max_events && inbox->pop(event); ++k) core->handle(event);
  }
  void render(float* const* rows, int count, int frames) noexcept {
    if (frames <= 0) return;
    take_events();
    for (int done = 0; done < frames;) {
      if (used == kHop) {
        core->render_hop();
        used = 0;
      }
      const int part = std::min(frames - done, kHop - used);
      for (int row = 0; row < count; ++row)
        if (rows && rows[row]) std::copy_n(core->channel(row) + used, part, rows[row] + done);
      done += part, used += part;
    }
  }
};

Engine::Engine(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
Engine::~Engine() = default;

namespace {

/// Which part needs most, and what to do about it.
std::string too_much(const EngineCore::Memory& memory, const EngineLimits& limits) {
  const struct {
    const char* part;
    double bytes;
  } parts[] = {
      {"voices (max_voices, max_distance, and the modes of the largest body)", memory.voices},
      {"the bodies of the bank", memory.bodies + memory.bank},
      {limits.ears == 0 ? "clicks (max_objects: each has a dry row)" : "clicks (max_distance)",
       memory.clicks},
      {"objects (max_objects)", memory.objects},
      {"contacts (max_contacts)", memory.contacts},
      {"impacts that go on (max_pushes)", memory.blows},
      {"events (max_events)", memory.events}};
  const auto* most = parts;
  for (const auto& part : parts)
    if (part.bytes > most->bytes) most = &part;
  const auto mega = [](double bytes) { return std::to_string(std::llround(bytes / 1e6)) + " MB"; };
  return "limits: the engine would need " + mega(memory.all()) + " of memory, " +
         mega(most->bytes) + " of it for " + most->part + "; max_memory is " +
         mega(limits.max_memory) + ": lower those limits or raise it";
}

}  // namespace

// Opens the bank; a sentence when it or a limit makes no sense.
std::string Engine::Parts::open(std::span<const std::byte> bytes, const EngineLimits& wanted,
                                bool measure) {
  if (std::string error = check_limits(wanted); !error.empty()) return error;
  limits = wanted;
  BankOptions options{limits.max_memory, measure};
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kBankAlignment != 0) {
    world.bank_bytes = static_cast<double>(bytes.size());
    options.max_memory -= world.bank_bytes;
    if (!measure && !(options.max_memory >= 0))
      return "bank: it has " + std::to_string(bytes.size()) +
             " bytes that would be copied to a multiple of 64 bytes, more than max_memory; put it "
             "there or raise it";
    copy.reset(static_cast<std::byte*>(
        ::operator new(std::max<std::size_t>(bytes.size(), 1), std::align_val_t(kBankAlignment))));
    std::copy(bytes.begin(), bytes.end(), copy.get());
    bytes = {copy.get(), bytes.size()};
  }
  BankError error;
  if (!bank.open(bytes, error, options)) return error.text;
  if (bank.rate() != limits.rate)
    return "the bank is made for " + std::to_string(static_cast<long>(bank.rate())) +
           " Hz, the engine shall run at " + std::to_string(static_cast<long>(limits.rate)) +
           " Hz: set limits.rate, or pack a scene with that output.rate";
  copies = EngineCopies(bank.bodies(), limits.max_copies, limits.rate);
  world = {copies.bodies(), bank.ground(), bank.speed_of_sound(),
           world.bank_bytes + bank.memory() + copies.bytes()};
  return "";
}

std::unique_ptr<Engine> Engine::create(std::span<const std::byte> bank, const EngineLimits& limits,
                                       std::string& error) noexcept try {
  auto parts = std::make_unique<Parts>();
  error = parts->open(bank, limits, false);
  if (!error.empty()) return nullptr;
  const EngineCore::Memory memory = EngineCore::memory(parts->world, limits);
  if (!(memory.all() <= limits.max_memory)) {
    error = too_much(memory, limits);
    return nullptr;
  }
  parts->inbox = std::make_unique<EngineInbox>(parts->limits, parts->world.bodies);
  parts->core = std::make_unique<EngineCore>(parts->world, parts->limits);
  return std::unique_ptr<Engine>(new Engine(std::move(parts)));
} catch (const std::exception&) {
  // Only memory can be missing here, perhaps for a sentence too: this one needs none.
  error = "no memory";
  return nullptr;
}

std::size_t Engine::memory_needed(std::span<const std::byte> bank, const EngineLimits& limits,
                                  std::string& error) noexcept try {
  Parts parts;
  error = parts.open(bank, limits, true);
  if (!error.empty()) return 0;
  return static_cast<std::size_t>(EngineCore::memory(parts.world, limits).all());
} catch (const std::exception&) {
  error = "no memory";
  return 0;
}

int Engine::bodies() const noexcept { return static_cast<int>(parts_->world.bodies.size()); }
const char* Engine::body_name(int body) const noexcept {
  return body >= 0 && body < bodies() ? parts_->world.bodies[body].name : "";
}
int Engine::find_body(const char* name) const noexcept {
  return name ? parts_->bank.find(name) : -1;
}
double Engine::body_mass(int body) const noexcept {
  return body >= 0 && body < bodies() ? parts_->world.bodies[body].mass : 0;
}

EngineMatrix Engine::mesh_to_body(int body) const noexcept {
  return body >= 0 && body < bodies() ? parts_->world.bodies[body].mesh_to_body
                                      : PlayBody().mesh_to_body;
}

int Engine::spawn(int body, const EnginePose& pose, bool held, EngineFrame frame,
                  int copy) noexcept {
  return parts_->inbox->spawn(body, pose, held, frame, copy);
}
bool Engine::despawn(int object) noexcept { return parts_->inbox->despawn(object); }
bool Engine::set_pose(int object, const EnginePose& pose) noexcept {
  return parts_->inbox->set_pose(object, pose);
}
bool Engine::set_listener(const EngineVector& left, const EngineVector& right) noexcept {
  return parts_->inbox->set_listener(left, right);
}
bool Engine::impact(const EngineImpact& impact) noexcept { return parts_->inbox->impact(impact); }
int Engine::contact_begin(int a, int b) noexcept { return parts_->inbox->contact_begin(a, b); }
bool Engine::contact_update(int contact, const EngineContact& state) noexcept {
  return parts_->inbox->contact_update(contact, state);
}
bool Engine::contact_end(int contact) noexcept { return parts_->inbox->contact_end(contact); }
EngineContactState Engine::contact_state(int contact) const noexcept {
  const int slot = parts_->inbox->contact_slot(contact);
  return slot < 0 ? EngineContactState::none : parts_->core->contact_state(slot);
}
bool Engine::to_world(int object, const EngineVector& point, EngineVector& world) const noexcept {
  return parts_->inbox->to_world(object, point, world);
}
int Engine::dry_row(int object) const noexcept { return parts_->inbox->object_slot(object); }

void Engine::render(float* const* ears, int frames) noexcept {
  if (parts_->limits.ears > 0) parts_->render(ears, parts_->limits.ears, frames);
}
void Engine::render_dry(float* const* dry, int frames) noexcept {
  if (parts_->limits.ears == 0) parts_->render(dry, parts_->limits.max_objects, frames);
}
int Engine::mode_amplitudes(int row, float* out, int most) const noexcept {
  return parts_->core->mode_amplitudes(row, out, most);
}

EngineStats Engine::stats() const noexcept {
  const EngineCore::Counts& counts = parts_->core->counts();
  const auto read = [](const auto& count) { return count.load(std::memory_order_relaxed); };
  EngineStats stats;
  stats.rendered = read(counts.rendered);
  stats.impacts = read(counts.impacts);
  stats.overflowed = parts_->inbox->overflowed();
  stats.refused = parts_->inbox->refused() + read(counts.refused);
  stats.stolen = read(counts.stolen);
  stats.unheard = read(counts.unheard);
  stats.limited = read(counts.limited);
  stats.voices = read(counts.voices), stats.modes = read(counts.modes);
  stats.contacts = read(counts.contacts);
  stats.crowded = read(counts.crowded);
  return stats;
}
const EngineLimits& Engine::limits() const noexcept { return parts_->limits; }

}  // namespace peal
