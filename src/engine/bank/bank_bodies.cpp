#include <algorithm>

#include "base/constants.h"
#include "engine/bank/bank_checks.h"
#include "engine/bank/packed_shapes.h"
#include "engine/bank/packed_tables.h"

namespace peal {
namespace {

constexpr double kMostMass = 1e9;              // [kg]
constexpr double kMostShift = 1e9;             // [m] from a mesh's origin to the body
constexpr double kMostContactFrequency = 1e7;  // [Hz]

// PlayBody's types lie in the bank as they are.
static_assert(sizeof(Vec3) == 24 && sizeof(Complex<double>) == 16 && sizeof(SurfaceBall) == 32);
static_assert(sizeof(TransferBlock) == 112 && sizeof(int) == 4);

template <class T>
std::span<const double> numbers(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * sizeof(T) / 8};
}

/// Values of packed tables. Their blocks follow each other without gaps.
std::span<const float> unpacked_values(const BankBodyRecord& record,
                                       std::span<const TransferBlock> blocks,
                                       std::span<const float> tails, BankChecks& checks,
                                       BankBodyMemory& memory) {
  const auto steps = checks.array<float>(record.value_steps, "steps of transfer");
  const auto codes = checks.array<std::uint8_t>(record.value_codes, "codes of transfer");
  checks.all_within(steps, 1e6, "a step of the transfer");
  std::uint64_t values = 0, tail = 0, step = 0;
  for (const TransferBlock& block : blocks) {
    checks.range(block.order, 0, kMaxHarmonicOrder, "the order of a block of transfer");
    if (!checks.ok()) return {};
    checks.expect(block.first == values, "blocks of transfer do not follow each other");
    values += block_value_count(block.order);
    tail += block_tail_count(block.order), step += block_step_count(block.order);
  }
  checks.expect(tail == tails.size() && step == steps.size(), "a block of transfer lacks values");
  if (!checks.reserve(sizeof(float) * static_cast<double>(values), "tables of transfer")) return {};
  memory.values.resize(static_cast<std::size_t>(values));
  checks.expect(unpack_transfer(blocks, tails, steps, codes, memory.values.data()),
                "codes of transfer end too early");
  return memory.values;
}

void read_transfer(const BankBodyRecord& record, BankChecks& checks, PlayBody& out,
                   BankBodyMemory& memory) {
  TransferTables& tables = out.transfer;
  tables.blocks = checks.array<TransferBlock>(record.blocks, "blocks of transfer");
  tables.values = checks.array<float>(record.values, "values of transfer");
  const bool packed = record.value_codes.count > 0;
  if (packed) tables.values = unpacked_values(record, tables.blocks, tables.values, checks, memory);
  if (tables.blocks.empty()) {
    checks.expect(record.transfer_modes == 0, "modes with transfer have no blocks");
    return;
  }
  const double* c = record.transfer_centre;
  tables.centre = {c[0], c[1], c[2]};
  tables.radius = record.transfer_radius;
  tables.order = record.transfer_order;
  tables.modes = record.transfer_modes;
  tables.steps = harmonic_steps();
  checks.all_within<double>(record.transfer_centre, kLargestLength, "the centre of the transfer");
  checks.range(tables.radius, 1e-6, kLargestLength, "the radius of the transfer");
  checks.range(tables.order, 0, kMaxHarmonicOrder, "the order of the transfer");
  checks.range(tables.modes, 0, out.modes(), "the number of modes with transfer");
  checks.all_within(tables.values, 1e6, "a coefficient of the transfer");
  for (const TransferBlock& block : tables.blocks) {
    if (!checks.ok()) return;
    checks.range(block.order, 0, tables.order, "the order of a block of transfer");
    if (!checks.ok()) return;
    const std::uint64_t count = block_value_count(block.order);
    if (packed && tables.values.empty()) continue;  // not made
    checks.expect(block.first % kTransferLane == 0 && count <= tables.values.size() &&
                      block.first <= tables.values.size() - count,
                  "a block of transfer reaches beyond its values");
    for (const int mode : block.modes)
      checks.range(mode, -1, tables.modes - 1, "a mode of the transfer");
    checks.all_within<double>(block.size, 1e15, "a size of the transfer");
  }
}

/// A rotation times a scale, and a shift: nothing else can be turned into a pose.
void read_mesh_frame(const BankBodyRecord& record, BankChecks& checks, PlayBody& out) {
  std::copy_n(record.mesh_to_body, 12, out.mesh_to_body.begin());
  const auto row = [&](int i) {
    const double* m = record.mesh_to_body + 4 * i;
    return Vec3{m[0], m[1], m[2]};
  };
  for (int i = 0; i < 3; ++i)
    checks.range(record.mesh_to_body[4 * i + 3], -kMostShift, kMostShift, "the mesh's origin");
  const double square = norm_squared(row(0));
  checks.range(square, 1e-18, 1e18, "the mesh's scale, squared,");
  if (!checks.ok()) return;
  double off =
      std::max(std::abs(norm_squared(row(1)) - square), std::abs(norm_squared(row(2)) - square));
  for (int i = 0; i < 3; ++i) off = std::max(off, std::abs(dot(row(i), row((i + 1) % 3))));
  checks.expect(off <= 1e-6 * square && dot(row(0), cross(row(1), row(2))) > 0,
                "its mesh is not turned and scaled alone");
}

/// Balls around the triangles, and a tree of them.
void make_tree(BankChecks& checks, PlaySurface& surface, BankBodyMemory& memory) {
  const std::size_t count = surface.triangle_count();
  if (!checks.reserve(SurfaceTree::bytes(count) + sizeof(SurfaceBall) * static_cast<double>(count),
                      "surfaces"))
    return;
  memory.balls.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    Vec3 six[6];
    for (std::size_t k = 0; k < 6; ++k)
      six[k] = surface.nodes[static_cast<std::size_t>(surface.triangles[6 * t + k])];
    memory.balls.push_back(surface_ball(six));
  }
  surface.balls = memory.balls;
  memory.tree = SurfaceTree(surface);
  memory.tree.attach(surface);
}

/// Mode shapes as they lie in the bank, or made of steps and codes.
struct ShapeSpans {
  const BankSpan &shapes, &steps, &codes;
};
std::span<const float> read_shapes(const ShapeSpans& spans, const PlaySurface& surface,
                                   std::size_t modes, BankChecks& checks,
                                   std::vector<float>& memory) {
  const std::size_t nodes = surface.nodes.size();
  checks.expect(!surface.triangles.empty(), "modes without a surface");
  if (spans.codes.count == 0)
    return checks.array<float>(spans.shapes, std::uint64_t{3} * modes * nodes,
                               "values of mode shapes");
  const auto steps = checks.array<float>(spans.steps, modes, "steps of mode shapes");
  const auto codes = checks.array<std::uint8_t>(spans.codes, "codes of mode shapes");
  checks.all_within(steps, 1e12, "a step of a mode shape");
  const double count = 3.0 * static_cast<double>(modes) * static_cast<double>(nodes);
  // A number takes a bit at least; nodes of no triangle take none, and are few.
  checks.expect(count <= 64.0 * static_cast<double>(codes.size()) + 4096,
                "too few codes of mode shapes");
  if (!checks.reserve(sizeof(float) * count + static_cast<double>(ShapeOrder::bytes(nodes)) +
                          sizeof(std::int32_t) * static_cast<double>(nodes),
                      "mode shapes"))
    return {};
  memory.resize(static_cast<std::size_t>(count));
  const ShapeOrder order(surface.triangles, nodes);
  std::vector<std::int32_t> numbers(nodes);
  checks.expect(unpack_shapes(order, steps, codes, numbers, memory.data()),
                "codes of mode shapes end too early");
  return memory;
}

void read_surface(const BankBodyRecord& record, BankChecks& checks, PlayBody& out) {
  PlaySurface& surface = out.surface;
  surface.nodes = checks.array<Vec3>(record.nodes, "nodes");
  surface.triangles = checks.array<int>(record.triangles, "triangles");
  checks.expect(surface.triangles.size() % 6 == 0, "a triangle does not have six nodes");
  surface.longest_edge = record.longest_edge;
  checks.range(surface.longest_edge, 0, kLargestLength, "the longest edge");
  checks.all_within(numbers(surface.nodes), kLargestLength, "a coordinate of a node");
  const double last = static_cast<double>(surface.nodes.size()) - 1;
  for (const int node : surface.triangles)
    if (!(node >= 0 && node <= last)) return checks.range(node, 0, last, "a triangle's node");
  if (record.curvature.count > 0)
    out.curvature = checks.array<float>(record.curvature, surface.nodes.size(), "curvatures");
  checks.all_within(out.curvature, 1e9, "a curvature");
}

}  // namespace

void read_bank_body(const BankBodyRecord& record, double rate, BankChecks& checks, PlayBody& out,
                    BankBodyMemory& memory) {
  out.name = checks.text(record.name);
  out.mass = record.mass;
  out.inertia = {record.inertia[0], record.inertia[1], record.inertia[2]};
  out.bounding_radius = record.bounding_radius;
  out.material = material_of(record.material, record.loss);
  out.is_ball = record.is_ball != 0;
  out.spread = {record.spread[0], record.spread[1], record.spread[2], record.spread[3]};
  for (const double spread : record.spread) checks.range(spread, 0, 1, "a spread of copies");
  checks.range(out.mass, 1e-15, kMostMass, "the mass");
  for (const double inertia : record.inertia)
    checks.range(inertia, 1e-30, kMostMass * kLargestLength * kLargestLength, "the inertia");
  checks.range(out.bounding_radius, 0, kLargestLength, "the bounding radius");
  read_mesh_frame(record, checks, out);
  read_surface(record, checks, out);
  make_tree(checks, out.surface, memory);

  out.poles = checks.array<Complex<double>>(record.poles, "poles");
  for (const Complex<double>& pole : out.poles) {
    checks.range(pole.re, -10 * rate, 0, "the decay of a mode");
    checks.range(pole.im, 1e-3, 3.1416 * rate, "the angular frequency of a mode");
  }
  if (!out.poles.empty())
    out.shapes = read_shapes({record.shapes, record.shape_steps, record.shape_codes}, out.surface,
                             out.poles.size(), checks, memory.shapes);
  checks.all_within(out.shapes, 1e12, "a mode shape");
  out.contact_poles = checks.array<Complex<double>>(record.contact_poles, "poles for contacts");
  for (const Complex<double>& pole : out.contact_poles) {
    checks.range(pole.re, -kMostContactFrequency, 0, "the decay of a mode for contacts");
    checks.range(pole.im, 1e-3, 2 * kPi * kMostContactFrequency, "the frequency of such a mode");
  }
  if (!out.contact_poles.empty())
    out.contact_shapes =
        read_shapes({record.contact_shapes, record.contact_steps, record.contact_codes},
                    out.surface, out.contact_poles.size(), checks, memory.contact_shapes);
  checks.all_within(out.contact_shapes, 1e12, "a mode shape for contacts");
  read_transfer(record, checks, out, memory);
}

}  // namespace peal
