#include "engine/bank/bank_packing.h"

#include <cmath>

#include "engine/bank/packed_shapes.h"
#include "engine/bank/packed_tables.h"
#include "engine/bank/rice_bits.h"

namespace peal {
namespace {

/// Rounding to a step gives an error of step / sqrt(12), rms.
float step_of(double squares, double count, double error) {
  const double rms = std::sqrt(squares / std::max(count, 1.0));
  const auto step = static_cast<float>(std::sqrt(12.0) * error * rms);
  return step > 1e-30f ? step : 0;
}

std::int32_t number_of(float value, float step) {
  return step > 0 ? static_cast<std::int32_t>(std::lround(value / step)) : 0;
}

double square(float x) { return static_cast<double>(x) * static_cast<double>(x); }

}  // namespace

PackedNumbers pack_shapes(const PlayBody& body, double error) {
  PackedNumbers out;
  BitWriter codes;
  const ShapeOrder order(body.surface.triangles, body.surface.nodes.size());
  const auto modes = static_cast<std::size_t>(body.modes());
  std::vector<std::int32_t> numbers(body.surface.nodes.size()), told(order.nodes.size());
  for (std::size_t mode = 0; mode < modes; ++mode) {
    const auto shape = [&](std::size_t node, std::size_t axis) {
      return body.shapes[(3 * node + axis) * modes + mode];
    };
    double squares = 0;
    for (const ShapeNode& n : order.nodes)
      for (std::size_t axis = 0; axis < 3; ++axis)
        squares += square(shape(static_cast<std::size_t>(n.node), axis));
    const float step = step_of(squares, 3 * static_cast<double>(order.nodes.size()), error);
    out.steps.push_back(step);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::size_t n = 0; n < order.nodes.size(); ++n) {
        const auto at = static_cast<std::size_t>(order.nodes[n].node);
        numbers[at] = number_of(shape(at, axis), step);
        told[n] = numbers[at] - ShapeOrder::expected(order.nodes[n], numbers);
      }
      const std::span<const std::int32_t> all = told;
      if (order.corners > 0) codes.group(all.first(order.corners));
      if (order.corners < all.size()) codes.group(all.subspan(order.corners));
    }
  }
  out.codes = codes.take();
  return out;
}

PackedNumbers pack_transfer(const TransferTables& tables, double error,
                            std::vector<TransferBlock>& blocks) {
  PackedNumbers out;
  BitWriter codes;
  blocks.assign(tables.blocks.begin(), tables.blocks.end());
  std::uint64_t first = 0;
  std::vector<std::int32_t> told;
  for (TransferBlock& block : blocks) {
    const float* values = tables.values.data() + block.first;
    for (int l = 0; l <= block.order; ++l) {
      float step[kTransferLane] = {};
      const auto each = [&](const auto& visit) {
        for (int h = l * l; h < (l + 1) * (l + 1); ++h)
          for (int part = 0; part < 2; ++part)
            for (int lane = 0; lane < kTransferLane; ++lane)
              visit(lane, values[(2 * h + part) * kTransferLane + lane]);
      };
      double squares[kTransferLane] = {};
      each([&](int lane, float value) { squares[lane] += square(value); });
      for (int lane = 0; lane < kTransferLane; ++lane) {
        if (block.modes[lane] >= 0) step[lane] = step_of(squares[lane], 2 * (2 * l + 1), error);
        out.steps.push_back(step[lane]);
      }
      told.clear();
      each([&](int lane, float value) {
        if (step[lane] > 0) told.push_back(number_of(value, step[lane]));
      });
      codes.group(told);
    }
    const float* tail = values + coefficient_count(block.order);
    out.tails.insert(out.tails.end(), tail, tail + block_tail_count(block.order));
    block.first = first;
    first += block_value_count(block.order);
  }
  out.codes = codes.take();
  return out;
}

PackedNumbers pack_click(const ClickTables& tables, double error) {
  PackedNumbers out;
  BitWriter codes;
  const auto rows = static_cast<std::size_t>(tables.rows);
  const auto at = [&](std::size_t block, std::size_t row) {
    return tables.data + (block * rows + row) * kClickBlock;
  };
  const auto blocks = static_cast<std::size_t>(tables.blocks);
  for (std::size_t row = 0; row < rows; ++row) {
    double squares = 0;
    for (std::size_t block = 0; block < blocks; ++block)
      for (int n = 0; n < kClickBlock; ++n) squares += square(at(block, row)[n]);
    out.steps.push_back(step_of(squares, static_cast<double>(blocks * kClickBlock), error));
  }
  std::int32_t told[kClickBlock];
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t row = 0; row < rows; ++row) {
      for (int n = 0; n < kClickBlock; ++n) told[n] = number_of(at(block, row)[n], out.steps[row]);
      codes.group(told);
    }
  out.codes = codes.take();
  return out;
}

}  // namespace peal
