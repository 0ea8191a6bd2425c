#include "engine/bank/bank_reader.h"

#include "engine/bank/bank_checks.h"

namespace peal {
namespace {

/// What says that these bytes are a whole bank of this version.
BankHeader read_header(std::span<const std::byte> bytes, BankChecks& checks) {
  BankHeader header{};
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kBankAlignment != 0) {
    checks.fail("its bytes do not begin on a %zu-byte boundary; copy them to memory that does",
                kBankAlignment);
    return header;
  }
  if (bytes.size() < kBankHeaderBytes2 ||
      std::memcmp(bytes.data(), kBankMagic, sizeof kBankMagic) != 0) {
    checks.fail("these %zu bytes are not a bank; `peal pack` writes one", bytes.size());
    return header;
  }
  std::memcpy(&header, bytes.data(), kBankHeaderBytes2);
  const std::size_t size = header.version < 3 ? kBankHeaderBytes2 : sizeof header;
  const bool readable = header.version >= kOldestBankVersion && header.version <= kBankVersion;
  if (readable && (header.header_bytes != size || bytes.size() < size))
    checks.fail(
        "its header has %u bytes, expected %zu: another program wrote it; pack the scene again",
        header.header_bytes, size);
  else if (!readable)
    checks.fail("its version is %u, this engine reads versions %u to %u; pack the scene again",
                header.version, kOldestBankVersion, kBankVersion);
  else if (header.bytes != bytes.size())
    checks.fail("%zu bytes of %llu: it is cut off or has been added to; copy or pack it again",
                bytes.size(), static_cast<unsigned long long>(header.bytes));
  else if (header.hash != bank_hash(bytes))
    checks.fail("its bytes are not those that were written; copy or pack it again");
  if (checks.ok()) std::memcpy(&header, bytes.data(), size);
  return header;
}

/// Where the records of bodies lie, one after the other, whatever their version's size.
struct BodyRecords {
  const std::byte* first = nullptr;
  std::size_t count = 0, bytes = 0;  // of each
  BankBodyRecord operator[](std::size_t i) const {
    BankBodyRecord record{};
    std::memcpy(&record, first + i * bytes, bytes);
    return record;
  }
};

BodyRecords read_records(const BankHeader& header, BankChecks& checks) {
  if (header.version >= 3) {
    const auto records = checks.array<BankBodyRecord>(header.bodies, "bodies");
    return {reinterpret_cast<const std::byte*>(records.data()), records.size(),
            sizeof(BankBodyRecord)};
  }
  struct Old {
    std::byte bytes[kBankBodyBytes2];
  };
  const auto records = checks.array<Old>(header.bodies, "bodies");
  return {reinterpret_cast<const std::byte*>(records.data()), records.size(), sizeof(Old)};
}

}  // namespace

bool Bank::open(std::span<const std::byte> bytes, BankError& error, const BankOptions& options) {
  *this = Bank();
  error = {};
  BankChecks checks(bytes, error, options);
  const BankHeader header = read_header(bytes, checks);
  if (!checks.ok()) return false;
  rate_ = header.rate, speed_of_sound_ = header.speed_of_sound, air_density_ = header.air_density;
  hash_ = header.hash;
  ground_ = material_of(header.ground, header.ground_loss);
  ground_.yield = header.ground_yield;
  checks.range(ground_.yield, 0, 1e6, "what the ground yields");
  checks.range(rate_, 1000, 1e6, "the rate");
  checks.range(speed_of_sound_, 1, 1e5, "the speed of sound");
  checks.range(air_density_, 1e-6, 1e4, "the density of the air");
  const BodyRecords bodies = read_records(header, checks);
  const auto objects = checks.array<BankObjectRecord>(header.objects, "objects");
  const auto check_material = [&](const PlayMaterial& m) {
    checks.range(m.modulus, 1, 1e15, "a modulus");
    checks.range(m.restitution, 0, 1, "a restitution");
    checks.range(m.friction, 0, 100, "a friction");
    checks.range(m.loss, 0, 10, "a loss factor");
    checks.range(m.roughness.rms, 0, 1, "a roughness");
    checks.range(m.roughness.slope, -6, 2, "a slope of roughness");
    checks.range(m.roughness.longest, 1e-9, 100, "a longest wave");
    checks.range(m.roughness.shortest, 1e-10, m.roughness.longest, "a shortest wave");
  };
  check_material(ground_);

  constexpr double kBodyBytes = sizeof(PlayBody) + sizeof(PlayClick) + sizeof(BankBodyMemory);
  const bool may = checks.reserve(kBodyBytes * static_cast<double>(bodies.count) +
                                      sizeof(BankObject) * static_cast<double>(objects.size()),
                                  "lists of bodies and objects");
  if (may || (options.measure && checks.ok())) {
    bodies_.resize(bodies.count);
    clicks_.resize(bodies.count);
    objects_.resize(objects.size());
    memories_.resize(bodies.count);
  }
  for (std::size_t i = 0; i < bodies_.size() && checks.ok(); ++i) {
    checks.about("body", i);
    const BankBodyRecord record = bodies[i];
    read_bank_body(record, rate_, checks, bodies_[i], memories_[i]);
    check_material(bodies_[i].material);
    const auto click = checks.array<BankClickRecord>(record.click, "clicks");
    if (click.empty()) continue;
    read_bank_click(click.front(), rate_, checks, clicks_[i], memories_[i]);
    bodies_[i].click = &clicks_[i];
  }
  for (std::size_t i = 0; i < objects_.size() && checks.ok(); ++i) {
    checks.about("object", i);
    checks.range(objects[i].body, 0, static_cast<double>(bodies_.size()) - 1, "its body");
    objects_[i] = {checks.text(objects[i].name), objects[i].body, objects[i].is_static != 0};
  }
  memory_ = checks.memory();
  if (checks.ok()) return true;
  *this = Bank();
  return false;
}

int Bank::find(const char* name) const noexcept {
  for (const BankObject& object : objects_)
    if (std::strcmp(object.name, name) == 0) return object.body;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (std::strcmp(bodies_[i].name, name) == 0) return static_cast<int>(i);
  return -1;
}

}  // namespace peal
