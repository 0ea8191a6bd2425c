// Layout of a bank's bytes, version 3: docs/reference/bank-file.md. Little-endian, IEEE numbers.
// A header, records of fixed size, and arrays; everything a record points to begins on a multiple
// of 64 bytes from the start, so that a file mapped into memory is used as it lies there. Shapes
// and tables are floats, or steps and codes (engine/bank/packed_shapes.h,
// engine/bank/packed_tables.h).
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace peal {

static_assert(std::endian::native == std::endian::little, "banks are read as they lie in memory");

inline constexpr char kBankMagic[8] = {'P', 'E', 'A', 'L', 'B', 'A', 'N', 'K'};
inline constexpr std::uint32_t kBankVersion = 3;
/// Version 2 has no loss factors, and bodies without modes that contacts alone feel.
inline constexpr std::uint32_t kOldestBankVersion = 2;
inline constexpr std::size_t kBankAlignment = 64;

/// `count` elements from byte `offset` of the bank on. Nothing is at offset 0 but the header.
struct BankSpan {
  std::uint64_t offset, count;
};

struct BankMaterial {
  double modulus, restitution, friction;
  double roughness, slope, longest, shortest;  // physics/contact/surface_roughness.h
};

struct BankHeader {
  char magic[8];
  std::uint32_t version, header_bytes;  // sizeof(BankHeader)
  std::uint64_t bytes;                  // of the whole bank
  std::uint64_t hash;                   // bank_hash() of the whole bank
  double rate;                          // [Hz]
  double speed_of_sound, air_density;   // [m/s], [kg/m^3]
  BankMaterial ground;
  BankSpan bodies, objects;  // BankBodyRecord, BankObjectRecord
  // From version 3 on:
  double ground_loss, ground_yield;
};
inline constexpr std::size_t kBankHeaderBytes2 = 144;  // of version 2

struct BankObjectRecord {
  BankSpan name;  // char, the last one 0
  std::int32_t body, is_static;
};

/// Meanings are those of PlayBody and TransferTables.
struct BankBodyRecord {
  BankSpan name;  // char, the last one 0
  double mass, inertia[3], bounding_radius;
  double mesh_to_body[12];  // 3 x 4, row-major
  BankMaterial material;
  double longest_edge;
  std::int32_t is_ball, reserved;
  BankSpan poles;                     // double[2] each
  BankSpan nodes;                     // double[3] each
  BankSpan triangles;                 // int32, six per triangle
  BankSpan shapes;                    // float; none when they are packed
  BankSpan shape_steps, shape_codes;  // float per mode, bytes
  BankSpan curvature;                 // float
  double transfer_centre[3], transfer_radius;
  std::int32_t transfer_modes, transfer_order;
  BankSpan blocks;                    // TransferBlock
  BankSpan values;                    // float; of packed ones those that follow the coefficients
  BankSpan value_steps, value_codes;  // float per degree and mode, bytes
  BankSpan click;                     // BankClickRecord, none or one
  // From version 3 on:
  BankSpan contact_poles;   // double[2] each
  BankSpan contact_shapes;  // float; none when they are packed
  BankSpan contact_steps, contact_codes;
  double loss;
  double spread[4];  // base/manufacture.h: pitch, mode, splitting, damping
};
inline constexpr std::size_t kBankBodyBytes2 = 456;  // of version 2

struct BankZone {
  BankSpan active, ends, members;  // int32
  BankSpan mix;                    // float
};

/// Meanings are those of PlayClick.
struct BankClickRecord {
  double rate, lead, speed_of_sound;
  std::int32_t first, rows, blocks, is_dipole;
  BankSpan data;                    // float; none when they are packed
  BankSpan data_steps, data_codes;  // float per row, bytes
  double axes[3], strength[3], smallest, ratio;
  double centre[3], radius;
  std::int32_t rungs, polar_axis, order, reserved;
  BankSpan coefficients;  // int32[3] each
  BankZone zone[2];
};

static_assert(sizeof(BankHeader) == 160 && sizeof(BankObjectRecord) == 24);
static_assert(sizeof(BankBodyRecord) == 560 && sizeof(BankClickRecord) == 344);
static_assert(offsetof(BankBodyRecord, contact_poles) == kBankBodyBytes2);
static_assert(offsetof(BankHeader, ground_loss) == kBankHeaderBytes2);
static_assert(std::is_trivially_copyable_v<BankBodyRecord>);

/// Of all bytes but the eight of the hash itself: four lanes of 64-bit words, each step one-to-one
/// in its word, so that no change of a single word goes unnoticed. For damage, not for malice.
std::uint64_t bank_hash(std::span<const std::byte> bytes) noexcept;

}  // namespace peal
