// A body's bank made smaller: the quietest modes are left out.
#include <fmt/format.h>

#include <algorithm>

#include "tools/pack/mode_choice.h"
#include "tools/pack/pack_body.h"

namespace peal {
namespace {

/// One mode's multipoles and continuation, from a block into one of at least its order.
void copy_lane(const TransferBlock& from, const float* values, int lane, const TransferBlock& to,
               float* out, int to_lane) {
  const auto copy = [&](std::uint64_t count, const float* source, float* target) {
    for (std::uint64_t i = 0; i < count; i += kTransferLane)
      target[i + static_cast<std::uint64_t>(to_lane)] =
          source[i + static_cast<std::uint64_t>(lane)];
  };
  copy(coefficient_count(from.order), values, out);
  const float* tail = values + coefficient_count(from.order);
  float* tail_out = out + coefficient_count(to.order);
  copy(inverse_count(from.order), tail, tail_out);
  copy(kTransferLane, tail + inverse_count(from.order), tail_out + inverse_count(to.order));
}

}  // namespace

void PackedBody::limit_size(const PackOptions& options) {
  constexpr int kFewest = 8;  // modes that a body keeps whatever its size
  const int modes = play_.modes();
  if (options.max_modes > 0 && modes > options.max_modes) {
    keep_loudest(options.max_modes);
    notes_.push_back(fmt::format("{} of {} modes, the quietest, are left out (--max-modes)",
                                 modes - play_.modes(), modes));
  }
  if (!(options.max_bytes > 0)) return;
  const int wanted = play_.modes();
  BankBytes size = bank_bytes(play_, options.precision);
  // The highest of those that contacts alone feel go before anything that is heard.
  const auto felt = play_.contact_poles.size();
  while (static_cast<double>(size.all()) > options.max_bytes && !contact_poles_.empty()) {
    keep_contact_modes(contact_poles_.size() / 2);
    size = bank_bytes(play_, options.precision);
  }
  if (play_.contact_poles.size() < felt)
    notes_.push_back(
        fmt::format("{} of {} modes that contacts alone feel are left out for its size",
                    felt - play_.contact_poles.size(), felt));
  while (static_cast<double>(size.all()) > options.max_bytes && play_.modes() > kFewest) {
    // A mode takes about as much as another; what is not enough is done again.
    const auto fixed = static_cast<double>(size.surface + size.click);
    const double of_modes = static_cast<double>(size.all()) - fixed;
    const double part = std::clamp((options.max_bytes - fixed) / of_modes, 0.0, 0.99);
    keep_loudest(std::max(kFewest, static_cast<int>(part * play_.modes())));
    size = bank_bytes(play_, options.precision);
  }
  if (play_.modes() < wanted)
    notes_.push_back(
        fmt::format("{} of {} modes, the quietest, are left out for its size (--max-size)",
                    wanted - play_.modes(), wanted));
  if (static_cast<double>(size.all()) > options.max_bytes)
    notes_.push_back(fmt::format(
        "it takes {:.3g} MB, more than --max-size: its surface {:.3g} MB, its click {:.3g} MB",
        1e-6 * static_cast<double>(size.all()), 1e-6 * static_cast<double>(size.surface),
        1e-6 * static_cast<double>(size.click)));
}

void PackedBody::keep_contact_modes(std::size_t count) {
  const std::size_t before = contact_poles_.size();
  std::vector<float> shapes;
  for (std::size_t row = 0; row < 3 * play_.surface.nodes.size(); ++row) {
    const float* from = contact_shapes_.data() + row * before;
    shapes.insert(shapes.end(), from, from + count);
  }
  contact_poles_.resize(count), contact_shapes_ = std::move(shapes);
  play_.contact_poles = contact_poles_, play_.contact_shapes = contact_shapes_;
}

void PackedBody::keep_loudest(int count) {
  const std::vector<int> kept = loudest_modes(play_, count);
  const std::size_t before = play_.poles.size();
  std::vector<int> place(before, -1);  // of a mode among those that are kept
  std::vector<Complex<double>> poles;
  std::vector<float> shapes;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    place[static_cast<std::size_t>(kept[i])] = static_cast<int>(i);
    poles.push_back(play_.poles[static_cast<std::size_t>(kept[i])]);
  }
  for (std::size_t row = 0; row < 3 * play_.surface.nodes.size(); ++row)
    for (const int mode : kept)
      shapes.push_back(play_.shapes[row * before + static_cast<std::size_t>(mode)]);
  poles_ = std::move(poles), shapes_ = std::move(shapes);
  play_.poles = poles_, play_.shapes = shapes_;
  // Blocks of eight modes anew: those that are left lie side by side again.
  std::vector<TransferBlock> blocks;
  AlignedVector<float> values;
  int lane = kTransferLane;
  for (const TransferBlock& block : blocks_)
    for (int n = 0; n < kTransferLane; ++n) {
      const int mode = block.modes[n] < 0 ? -1 : place[static_cast<std::size_t>(block.modes[n])];
      if (mode < 0) continue;
      if (lane == kTransferLane || blocks.back().order < block.order) {
        TransferBlock fresh{};
        std::fill(std::begin(fresh.modes), std::end(fresh.modes), -1);
        fresh.order = block.order, fresh.first = values.size();
        values.resize(values.size() + block_value_count(fresh.order));
        blocks.push_back(fresh);
        lane = 0;
      }
      TransferBlock& to = blocks.back();
      to.modes[lane] = mode, to.size[lane] = block.size[n];
      copy_lane(block, values_.data() + block.first, n, to, values.data() + to.first, lane);
      ++lane;
    }
  blocks_ = std::move(blocks), values_ = std::move(values);
  play_.transfer.modes = static_cast<int>(kept.size());
  play_.transfer.order = 0;
  for (const TransferBlock& block : blocks_)
    play_.transfer.order = std::max(play_.transfer.order, static_cast<int>(block.order));
  play_.transfer.blocks = blocks_, play_.transfer.values = values_;
}

}  // namespace peal
