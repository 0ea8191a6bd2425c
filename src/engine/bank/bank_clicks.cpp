#include <algorithm>

#include "engine/bank/bank_checks.h"
#include "engine/bank/packed_tables.h"

namespace peal {
namespace {

constexpr int kMostRows = 1 << 20;      // of tables
constexpr int kMostBlocks = 1 << 17;    // of tables: 40 s at 48 kHz
constexpr double kMostPressure = 1e12;  // [Pa] of a table

static_assert(sizeof(ClickCoefficient) == 12);

Vec3 vec(const double (&v)[3]) { return {v[0], v[1], v[2]}; }

void read_dipole(const BankClickRecord& record, BankChecks& checks, PlayClick& out) {
  out.dipole = {vec(record.axes), vec(record.strength), record.smallest, record.ratio,
                record.rungs};
  for (const double axis : record.axes) checks.range(axis, 1e-7, kLargestLength, "a click's axis");
  checks.all_within<double>(record.strength, 1e12, "a click's strength");
  checks.range(record.smallest, 1e-7, kLargestLength, "a click's smallest radius");
  checks.range(record.rungs, 1, out.tables.rows / 2, "the number of a click's radii");
  if (record.rungs > 1) checks.range(record.ratio, 1 + 1e-9, 10, "the ratio of a click's radii");
  out.most_rows = record.rungs > 1 ? 4 : 2;
}

/// @param before rows of the zones before.
void read_zone(const BankZone& record, ClickZone which, int before, BankChecks& checks,
               PlayClick& out) {
  PulseZone& zone = out.pulse.zone[static_cast<int>(which)];
  long long rows = 0;
  for (const ClickCoefficient& coefficient : out.pulse.coefficients)
    rows += click_degree(coefficient.l, which) + 1;
  zone.ends = checks.array<int>(record.ends, "groups of late rows");
  zone.members = checks.array<int>(record.members, "members of late rows");
  zone.active = checks.array<int>(record.active, static_cast<std::uint64_t>(out.tables.blocks),
                                  "counts of rows");
  zone.mix = checks.array<float>(record.mix, zone.members.size() * kLateBasis, "late mixtures");
  checks.expect(zone.ends.size() <= 64, "too many groups of late rows");
  if (!checks.ok()) return;
  int last = 0;
  for (const int end : zone.ends) {
    checks.range(end, last, static_cast<double>(zone.members.size()), "the end of a group");
    last = end;
  }
  checks.expect(static_cast<std::size_t>(last) == zone.members.size(), "late rows in no group");
  for (const int row : zone.members)
    if (row < 0 || row >= rows)
      return checks.range(row, 0, static_cast<double>(rows) - 1, "a late row");
  checks.all_within(zone.mix, 1e12, "a late mixture");
  rows += zone.basis_size();
  checks.range(static_cast<double>(rows), 0, out.tables.rows - before, "the rows of a zone");
  zone.rows = static_cast<int>(rows);
  for (const int active : zone.active)
    if (active < 0 || active > zone.rows)
      return checks.range(active, 0, zone.rows, "a count of rows");
  out.most_rows = std::max(out.most_rows, zone.rows);
}

void read_pulse(const BankClickRecord& record, BankChecks& checks, PlayClick& out) {
  PulseTables& pulse = out.pulse;
  pulse.centre = vec(record.centre);
  pulse.radius = record.radius;
  pulse.polar_axis = record.polar_axis;
  pulse.order = record.order;
  checks.all_within<double>(record.centre, kLargestLength, "the centre of a click");
  checks.range(pulse.radius, 1e-6, kLargestLength, "the radius of a click");
  checks.range(pulse.polar_axis, 0, 2, "the polar axis of a click");
  checks.range(pulse.order, 0, kMaxHarmonicOrder, "the order of a click");
  pulse.coefficients =
      checks.array<ClickCoefficient>(record.coefficients, "coefficients of a click");
  checks.expect(pulse.coefficients.size() <= kMostRows, "too many coefficients of a click");
  for (const ClickCoefficient& coefficient : pulse.coefficients) {
    checks.range(coefficient.dof, 0, 5, "a channel's freedom");
    checks.range(coefficient.l, 0, pulse.order, "a channel's order");
    checks.range(coefficient.m, -coefficient.l, coefficient.l, "a channel's degree");
    if (!checks.ok()) return;
  }
  read_zone(record.zone[0], ClickZone::all, 0, checks, out);
  read_zone(record.zone[1], ClickZone::far, pulse.zone[0].rows, checks, out);
}

std::span<const float> unpacked(const BankClickRecord& record, std::uint64_t count,
                                BankChecks& checks, BankBodyMemory& memory) {
  const auto steps = checks.array<float>(record.data_steps, static_cast<std::uint64_t>(record.rows),
                                         "steps of a click");
  const auto codes = checks.array<std::uint8_t>(record.data_codes, "codes of a click");
  checks.all_within(steps, kMostPressure, "a step of a click");
  // A number takes a bit at least.
  checks.expect(count / 8 <= codes.size(), "too few codes of a click");
  if (!checks.reserve(sizeof(float) * static_cast<double>(count), "tables of clicks")) return {};
  memory.click.resize(static_cast<std::size_t>(count));
  checks.expect(unpack_click(record.rows, record.blocks, steps, codes, memory.click.data()),
                "codes of a click end too early");
  return memory.click;
}

}  // namespace

void read_bank_click(const BankClickRecord& record, double rate, BankChecks& checks, PlayClick& out,
                     BankBodyMemory& memory) {
  out.rate = record.rate, out.lead = record.lead;
  out.speed_of_sound = record.speed_of_sound;
  out.first = record.first;
  out.is_dipole = record.is_dipole != 0;
  checks.expect(record.rate == rate, "a click has another rate than the bank");
  checks.range(record.lead, 0, 10, "the lead of a click");
  checks.range(record.speed_of_sound, 1, 1e5, "the speed of sound");
  checks.range(record.first, -1e6, 1e6, "the first sample of a click");
  checks.range(record.rows, 0, kMostRows, "the rows of a click");
  checks.range(record.blocks, 0, kMostBlocks, "the length of a click");
  if (!checks.ok()) return;
  const auto count = static_cast<std::uint64_t>(record.rows) *
                     static_cast<std::uint64_t>(record.blocks) * kClickBlock;
  const std::span<const float> data =
      record.data_codes.count > 0 ? unpacked(record, count, checks, memory)
                                  : checks.array<float>(record.data, count, "samples of clicks");
  checks.all_within(data, kMostPressure, "a sample of a click");
  out.tables = {data.data(), record.rows, record.blocks};
  if (out.is_dipole)
    read_dipole(record, checks, out);
  else
    read_pulse(record, checks, out);
}

}  // namespace peal
