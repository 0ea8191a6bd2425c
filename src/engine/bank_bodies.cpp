#include "engine/bank_checks.h"

namespace peal {
namespace {

constexpr double kLargest = 1e4;   // [m] of any coordinate
constexpr double kMostMass = 1e9;  // [kg]

// PlayBody's types lie in the bank as they are.
static_assert(sizeof(Vec3) == 24 && sizeof(Complex<double>) == 16 && sizeof(SurfaceBall) == 32);
static_assert(sizeof(TransferBlock) == 112 && sizeof(int) == 4);

template <class T>
std::span<const double> numbers(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * sizeof(T) / 8};
}

void read_transfer(const BankBodyRecord& record, BankChecks& checks, PlayBody& out) {
  TransferTables& tables = out.transfer;
  tables.blocks = checks.array<TransferBlock>(record.blocks, "blocks of transfer");
  tables.values = checks.array<float>(record.values, "values of transfer");
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
  checks.all_within<double>(record.transfer_centre, kLargest, "the centre of the transfer");
  checks.range(tables.radius, 1e-6, kLargest, "the radius of the transfer");
  checks.range(tables.order, 0, kMaxHarmonicOrder, "the order of the transfer");
  checks.range(tables.modes, 0, out.modes(), "the number of modes with transfer");
  checks.all_within(tables.values, 1e6, "a coefficient of the transfer");
  for (const TransferBlock& block : tables.blocks) {
    if (!checks.ok()) return;
    checks.range(block.order, 0, tables.order, "the order of a block of transfer");
    if (!checks.ok()) return;
    const std::uint64_t count = block_value_count(block.order);
    checks.expect(block.first % kTransferLane == 0 && count <= tables.values.size() &&
                      block.first <= tables.values.size() - count,
                  "a block of transfer reaches beyond its values");
    for (const int mode : block.modes)
      checks.range(mode, -1, tables.modes - 1, "a mode of the transfer");
    checks.all_within<double>(block.size, 1e15, "a size of the transfer");
  }
}

void read_surface(const BankBodyRecord& record, BankChecks& checks, PlayBody& out) {
  PlaySurface& surface = out.surface;
  surface.nodes = checks.array<Vec3>(record.nodes, "nodes");
  surface.triangles = checks.array<int>(record.triangles, "triangles");
  checks.expect(surface.triangles.size() % 6 == 0, "a triangle does not have six nodes");
  surface.balls = checks.array<SurfaceBall>(record.balls, surface.triangle_count(), "balls");
  surface.longest_edge = record.longest_edge;
  checks.range(surface.longest_edge, 0, kLargest, "the longest edge");
  checks.all_within(numbers(surface.nodes), kLargest, "a coordinate of a node");
  checks.all_within(numbers(surface.balls), kLargest, "a coordinate of a ball");
  const double last = static_cast<double>(surface.nodes.size()) - 1;
  for (const int node : surface.triangles)
    if (!(node >= 0 && node <= last)) return checks.range(node, 0, last, "a triangle's node");
  if (record.curvature.count > 0)
    out.curvature = checks.array<float>(record.curvature, surface.nodes.size(), "curvatures");
  checks.all_within(out.curvature, 1e9, "a curvature");
}

}  // namespace

void read_bank_body(const BankBodyRecord& record, double rate, BankChecks& checks, PlayBody& out) {
  out.name = checks.text(record.name);
  out.mass = record.mass;
  out.inertia = {record.inertia[0], record.inertia[1], record.inertia[2]};
  out.reach = record.reach;
  out.material = material_of(record.material);
  out.is_ball = record.is_ball != 0;
  checks.range(out.mass, 1e-15, kMostMass, "the mass");
  for (const double inertia : record.inertia)
    checks.range(inertia, 1e-30, kMostMass * kLargest * kLargest, "the inertia");
  checks.range(out.reach, 0, kLargest, "the reach");
  read_surface(record, checks, out);

  out.poles = checks.array<Complex<double>>(record.poles, "poles");
  for (const Complex<double>& pole : out.poles) {
    checks.range(pole.re, -10 * rate, 0, "the decay of a mode");
    checks.range(pole.im, 1e-3, 3.1416 * rate, "the angular frequency of a mode");
  }
  if (!out.poles.empty()) {
    checks.expect(!out.surface.triangles.empty(), "modes without a surface");
    out.shapes = checks.array<float>(record.shapes,
                                     std::uint64_t{3} * out.poles.size() * out.surface.nodes.size(),
                                     "values of mode shapes");
  }
  checks.all_within(out.shapes, 1e12, "a mode shape");
  read_transfer(record, checks, out);
}

}  // namespace peal
