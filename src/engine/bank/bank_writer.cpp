#include "engine/bank/bank_writer.h"

#include <algorithm>
#include <cstring>

#include "engine/bank/bank_format.h"

namespace peal {
namespace {

BankMaterial record_of(const PlayMaterial& m) {
  const SurfaceRoughness& r = m.roughness;
  return {m.modulus, m.restitution, m.friction, r.rms, r.slope, r.longest, r.shortest};
}

void put(double (&to)[3], const Vec3& v) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

class Writer {
 public:
  Writer(std::vector<std::byte>& bytes, const BankPrecision& precision)
      : bytes_(bytes), precision_(precision) {}

  /// Room for `count` elements, zeros, on a boundary.
  template <class T>
  BankSpan room(std::size_t count) {
    if (count == 0) return {0, 0};
    bytes_.resize((bytes_.size() + kBankAlignment - 1) / kBankAlignment * kBankAlignment);
    const std::size_t offset = bytes_.size();
    bytes_.resize(offset + count * sizeof(T));
    return {offset, count};
  }
  template <class T>
  void put_at(std::size_t offset, const T& value) {
    std::memcpy(bytes_.data() + offset, &value, sizeof(T));
  }
  template <class T>
  BankSpan array(std::span<const T> values) {
    const BankSpan span = room<T>(values.size());
    if (!values.empty())
      std::memcpy(bytes_.data() + span.offset, values.data(), values.size_bytes());
    return span;
  }
  template <class T>
  BankSpan list(const std::vector<T>& values) {
    return array(std::span<const T>(values));
  }
  BankSpan text(const char* letters) {
    return array(std::span<const char>(letters, std::strlen(letters) + 1));
  }

  BankClickRecord click(const PlayClick& click) {
    BankClickRecord record{};
    record.rate = click.rate, record.lead = click.lead;
    record.speed_of_sound = click.speed_of_sound;
    record.first = click.first;
    record.rows = click.tables.rows, record.blocks = click.tables.blocks;
    record.is_dipole = click.is_dipole;
    const std::span<const float> data(
        click.tables.data,
        static_cast<std::size_t>(click.tables.rows) * static_cast<std::size_t>(click.samples()));
    if (precision_.clicks > 0 && !data.empty()) {
      const PackedNumbers packed = pack_click(click.tables, precision_.clicks);
      record.data_steps = list(packed.steps), record.data_codes = list(packed.codes);
    } else {
      record.data = array(data);
    }
    put(record.axes, click.dipole.axes);
    put(record.strength, click.dipole.strength);
    record.smallest = click.dipole.smallest, record.ratio = click.dipole.ratio;
    record.rungs = click.dipole.rungs;
    const PulseTables& pulse = click.pulse;
    put(record.centre, pulse.centre);
    record.radius = pulse.radius;
    record.polar_axis = pulse.polar_axis, record.order = pulse.order;
    record.coefficients = array(pulse.coefficients);
    for (int i = 0; i < 2; ++i) {
      const PulseZone& zone = pulse.zone[i];
      record.zone[i] = {array(zone.active), array(zone.ends), array(zone.members), array(zone.mix)};
    }
    return record;
  }

  BankBodyRecord body(const PlayBody& body, BankBytes& parts) {
    BankBodyRecord record{};
    std::size_t last = bytes_.size();
    const auto spent = [&](std::size_t& part) {
      part += bytes_.size() - last, last = bytes_.size();
    };
    record.name = text(body.name);
    record.mass = body.mass;
    put(record.inertia, body.inertia);
    record.bounding_radius = body.bounding_radius;
    std::copy(body.mesh_to_body.begin(), body.mesh_to_body.end(), record.mesh_to_body);
    record.material = record_of(body.material);
    record.loss = body.material.loss;
    const ManufactureSpread& spread = body.spread;
    const double spreads[4] = {spread.pitch, spread.mode, spread.splitting, spread.damping};
    std::copy_n(spreads, 4, record.spread);
    record.longest_edge = body.surface.longest_edge;
    record.is_ball = body.is_ball;
    record.poles = array(body.poles);
    spent(parts.modes);
    record.nodes = array(body.surface.nodes);
    record.triangles = array(body.surface.triangles);
    record.curvature = array(body.curvature);
    spent(parts.surface);
    if (precision_.shapes > 0 && !body.shapes.empty()) {
      const PackedNumbers packed = pack_shapes(body, precision_.shapes);
      record.shape_steps = list(packed.steps), record.shape_codes = list(packed.codes);
    } else {
      record.shapes = array(body.shapes);
    }
    PlayBody felt;
    felt.surface = body.surface, felt.poles = body.contact_poles, felt.shapes = body.contact_shapes;
    record.contact_poles = array(felt.poles);
    if (precision_.shapes > 0 && !felt.shapes.empty()) {
      const PackedNumbers packed = pack_shapes(felt, precision_.shapes);
      record.contact_steps = list(packed.steps), record.contact_codes = list(packed.codes);
    } else {
      record.contact_shapes = array(felt.shapes);
    }
    spent(parts.shapes);
    const TransferTables& transfer = body.transfer;
    put(record.transfer_centre, transfer.centre);
    record.transfer_radius = transfer.radius;
    record.transfer_modes = transfer.modes, record.transfer_order = transfer.order;
    if (precision_.transfer > 0 && !transfer.blocks.empty()) {
      std::vector<TransferBlock> blocks;
      const PackedNumbers packed = pack_transfer(transfer, precision_.transfer, blocks);
      record.blocks = list(blocks), record.values = list(packed.tails);
      record.value_steps = list(packed.steps), record.value_codes = list(packed.codes);
    } else {
      record.blocks = array(transfer.blocks);
      record.values = array(transfer.values);
    }
    spent(parts.transfer);
    if (body.click) {
      const BankClickRecord made = click(*body.click);
      record.click = array(std::span<const BankClickRecord>(&made, 1));
    }
    spent(parts.click);
    return record;
  }

 private:
  std::vector<std::byte>& bytes_;
  BankPrecision precision_;
};

}  // namespace

bool write_bank(const BankContents& contents, std::vector<std::byte>& bytes, BankError& error) {
  bytes.assign(sizeof(BankHeader), std::byte{});
  Writer writer(bytes, contents.precision);
  BankHeader header{};
  std::memcpy(header.magic, kBankMagic, sizeof kBankMagic);
  header.version = kBankVersion, header.header_bytes = sizeof header;
  header.rate = contents.rate;
  header.speed_of_sound = contents.air.speed_of_sound, header.air_density = contents.air.density;
  header.ground = record_of(contents.ground);
  header.ground_loss = contents.ground.loss, header.ground_yield = contents.ground.yield;
  header.bodies = writer.room<BankBodyRecord>(contents.bodies.size());
  header.objects = writer.room<BankObjectRecord>(contents.objects.size());
  for (std::size_t i = 0; i < contents.bodies.size(); ++i) {
    BankBytes parts;
    const BankBodyRecord record = writer.body(contents.bodies[i], parts);
    writer.put_at(header.bodies.offset + i * sizeof record, record);
  }
  for (std::size_t i = 0; i < contents.objects.size(); ++i) {
    const BankContents::Object& object = contents.objects[i];
    const BankObjectRecord record{writer.text(object.name.c_str()), object.body, object.is_static};
    writer.put_at(header.objects.offset + i * sizeof record, record);
  }
  bytes.resize((bytes.size() + kBankAlignment - 1) / kBankAlignment * kBankAlignment);
  header.bytes = bytes.size();
  writer.put_at(0, header);
  header.hash = bank_hash(bytes);
  writer.put_at(0, header);

  struct alignas(kBankAlignment) Line {
    std::byte bytes[kBankAlignment];
  };
  std::vector<Line> aligned(bytes.size() / kBankAlignment);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  BankOptions options;
  options.max_memory = 1e12;
  return Bank().open({aligned.front().bytes, bytes.size()}, error, options);
}

BankBytes bank_bytes(const PlayBody& body, const BankPrecision& precision) {
  std::vector<std::byte> bytes;
  BankBytes parts;
  Writer(bytes, precision).body(body, parts);
  parts.modes += sizeof(BankBodyRecord);
  return parts;
}

}  // namespace peal
