#include "motion/checkpoint.h"

#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/files/input_file.h"
#include "base/hash.h"
#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr char kMagic[8] = {'P', 'E', 'A', 'L', 'G', 'O', 'O', 'N'};

struct Head {
  std::uint32_t version = 1, order = 0x01020304;
};

std::vector<std::byte> all_bytes(const std::filesystem::path& path) {
  std::vector<std::byte> bytes(input_file_size(path, "a checkpoint"));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) fail("{}: cannot be read to its end", path.string());
  return bytes;
}

Hash128 hash_of(std::span<const std::byte> bytes) { return Hasher().add(bytes).result(); }

}  // namespace

void write_checkpoint(const std::filesystem::path& path, std::string_view motion_key,
                      std::span<const std::byte> state) {
  StateWriter out;
  for (const char c : kMagic) out(c);
  out(Head(), std::string(motion_key), std::vector(state.begin(), state.end()));
  out(hash_of(out.bytes()));
  write_file_atomically(path, out.bytes());
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::vector<std::byte> bytes = all_bytes(path);
  const std::span<const std::byte> all(bytes);
  const Head ours;
  if (all.size() < sizeof kMagic || std::memcmp(all.data(), kMagic, sizeof kMagic) != 0)
    fail("{}: not a checkpoint of Peal", name);
  const auto damaged = [&] [[noreturn]] () {
    fail("{}: the checkpoint is cut off or damaged; delete it and begin anew", name);
  };
  if (all.size() < sizeof kMagic + sizeof(Head) + sizeof(Hash128)) damaged();
  Head head;
  StateReader in(all.subspan(sizeof kMagic).first(all.size() - sizeof kMagic - sizeof(Hash128)),
                 name);
  in(head);
  if (head.order != ours.order) fail("{}: the checkpoint is of another kind of computer", name);
  if (head.version != ours.version)
    fail("{}: the checkpoint has version {}; this program reads version {}", name, head.version,
         ours.version);
  Hash128 hash;
  StateReader(all.last(sizeof(Hash128)))(hash);
  if (hash_of(all.first(all.size() - sizeof(Hash128))) != hash) damaged();
  Checkpoint out;
  in(out.motion_key, out.state);
  in.finish();
  return out;
}

Checkpoint read_checkpoint(const std::filesystem::path& path, std::string_view motion_key) {
  Checkpoint out = read_checkpoint(path);
  if (out.motion_key != motion_key)
    fail(
        "{}: the checkpoint belongs to another motion ({}) than this ({}); the scene was changed: "
        "delete it and begin anew",
        path.string(), out.motion_key, motion_key);
  return out;
}

}  // namespace peal
