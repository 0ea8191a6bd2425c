// A crafted bank: its hash is always right, so everything behind it is reached. What is opened is
// also played: nothing that the bank says may lead out of it or make the sound infinite.
#include <cmath>
#include <cstring>
#include <memory>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_writer.h"
#include "fuzz.h"
#include "patches.h"
#include "peal/engine.h"
#include "support/play_fixtures.h"

namespace {

std::string good_bank() {
  const peal::test::FixtureBody bar("bar", 5, 0.05), bell("bell", 3, 0.1, true);
  peal::BankContents contents;
  contents.ground = {30e9, 0.5, 0.6, 0};
  contents.bodies = {bar.play, bell.play};
  contents.objects = {{"bar", 0, false}, {"second bar", 0, true}, {"bell", 1, false}};
  std::vector<std::byte> bytes;
  peal::BankError error;
  if (!peal::write_bank(contents, bytes, error)) std::abort();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void play(peal::Engine& engine) {
  float left[256], right[256];
  float* const ears[2] = {left, right};
  for (int body = 0; body < std::min(4, engine.bodies()); ++body) {
    const int object = engine.spawn(body), contact = engine.contact_begin(object, peal::kGround);
    engine.impact({object, peal::kGround, {0, 0.05, 0}, {0, 1, 0}, -1, 1, 0});
    engine.contact_update(contact, {{0, 0.05, 0}, {0, 1, 0}, 2, {0.3, 0, 0}, {0.1, 0, 0}});
  }
  engine.set_listener({1, 1, 1}, {1.2, 1, 1});
  for (int block = 0; block < 3; ++block) {
    engine.render(ears, 256);
    for (int i = 0; i < 256; ++i)
      if (!std::isfinite(left[i]) || !std::isfinite(right[i])) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string good = good_bank();
  if (size < 2) return 0;
  std::string bytes = good;
  if (data[0] == 0)
    bytes.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  else
    peal::patch(bytes, data + 1, size - 1);
  // Exactly as many as there are, on a boundary: the sanitizer sees what is read beyond.
  const auto free = [](std::byte* p) { ::operator delete(p, std::align_val_t(64)); };
  const std::unique_ptr<std::byte, decltype(free)> block(
      static_cast<std::byte*>(::operator new(bytes.size(), std::align_val_t(64))), free);
  std::memcpy(block.get(), bytes.data(), bytes.size());
  const std::span<std::byte> all(block.get(), bytes.size());
  if (data[0] != 0) {
    const std::uint64_t hash = peal::bank_hash(all);
    std::memcpy(block.get() + offsetof(peal::BankHeader, hash), &hash, sizeof hash);
  }
  peal::EngineLimits limits;
  limits.max_objects = 8, limits.max_voices = 4, limits.max_modes = 64, limits.max_memory = 64e6;
  std::string error;
  if (const auto engine = peal::Engine::create(all, limits, error))
    play(*engine);
  else if (error.empty())
    std::abort();
  return 0;
}
