#include "physics/wave/fdtd/fdtd_pressure.h"

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"

namespace peal {

using wave_rows::kLayer;

FdtdPressure::FdtdPressure(const CutCells& cells, const Air& air, double step,
                           std::vector<int> dofs)
    : FdtdPressure(cells, air, step, FieldCount{dofs.size()}) {
  for (const int dof : dofs) {
    std::vector<float>& gains = rigid_.emplace_back();
    for (const WallSource& source : cells.sources) gains.push_back(source.gain[dof]);
  }
}

FdtdPressure::FdtdPressure(const CutCells& cells, const Air& air, double step, FieldCount fields)
    : grid_(cells.grid), step_(step), layer_(cells.grid.cell, step, air.speed_of_sound) {
  const double courant = air.speed_of_sound * step / grid_.cell;
  gain_ = static_cast<float>(courant * courant);
  push_ = air.density * air.speed_of_sound * air.speed_of_sound * step * step;
  for (int axis = 0; axis < 3; ++axis)
    if (grid_.count(axis) < 2 * kLayer + 6)
      fail("a grid of {} cells is too small for its absorbing layer", grid_.count(axis));
  const std::size_t nx = grid_.nx, ny = grid_.ny, nz = grid_.nz, ends = 2 * kLayer;
  for (std::size_t f = 0; f < static_cast<std::size_t>(fields); ++f) {
    Field& field = fields_.emplace_back();
    field.now.assign(grid_.size(), 0.0f);
    field.other.assign(grid_.size(), 0.0f);
    for (auto* memory : {field.psi, field.zeta}) {
      memory[0].assign(ny * nz * ends, 0.0f);
      memory[1].assign(nz * ends * nx, 0.0f);
      memory[2].assign(ends * ny * nx, 0.0f);
    }
  }
  keep_openings(cells);
}

void FdtdPressure::keep_openings(const CutCells& cells) {
  const CellBlock& b = cells.block;
  const int nx = grid_.nx;
  ones_.assign(nx + 1, 1.0f);
  open_row_.assign(static_cast<std::size_t>(grid_.ny) * grid_.nz, -1);
  // A row needs openings when one of its own or of its neighbours' faces towards it is not open.
  const auto special = [&](int j, int k) {
    for (int i = 0; i < b.count[0]; ++i) {
      const std::size_t c = b.index(i, j, k);
      if (cells.volume[c] != 1 || cells.opening[0][c] != 1 || cells.opening[1][c] != 1 ||
          cells.opening[2][c] != 1)
        return true;
      if (j + 1 < b.count[1] && cells.opening[1][b.index(i, j + 1, k)] != 1) return true;
      if (k + 1 < b.count[2] && cells.opening[2][b.index(i, j, k + 1)] != 1) return true;
    }
    return false;
  };
  int rows = 0;
  for (int k = 0; k < b.count[2]; ++k)
    for (int j = 0; j < b.count[1]; ++j)
      if (special(j, k))
        open_row_[static_cast<std::size_t>(k + b.low[2]) * grid_.ny + j + b.low[1]] = rows++;
  gains_.assign(static_cast<std::size_t>(rows) * nx, gain_);
  for (auto& open : open_) open.assign(static_cast<std::size_t>(rows) * nx + 1, 1.0f);
  for (int k = 0; k < b.count[2]; ++k)
    for (int j = 0; j < b.count[1]; ++j) {
      const int row = open_row_[static_cast<std::size_t>(k + b.low[2]) * grid_.ny + j + b.low[1]];
      if (row < 0) continue;
      for (int i = 0; i < b.count[0]; ++i) {
        const std::size_t c = b.index(i, j, k);
        const std::size_t to = static_cast<std::size_t>(row) * nx + i + b.low[0];
        gains_[to] = cells.volume[c] > 0 ? gain_ / cells.volume[c] : 0;
        for (int axis = 0; axis < 3; ++axis) open_[axis][to] = cells.opening[axis][c];
      }
    }
  find_stretches();
  plane_sources_.assign(grid_.nz + 1, 0);
  const std::size_t plane = static_cast<std::size_t>(grid_.nx) * grid_.ny;
  for (const WallSource& source : cells.sources) {
    source_cells_.push_back(source.cell);
    ++plane_sources_[source.cell / plane + 1];
  }
  for (int k = 0; k < grid_.nz; ++k) plane_sources_[k + 1] += plane_sources_[k];
}

// Walls are thin and most of a row is free air, which is stepped twice as fast.
void FdtdPressure::find_stretches() {
  constexpr int kShort = 16;  // cells of free air that are not worth a stretch of their own
  for (int k = 1; k < grid_.nz - 1; ++k)
    for (int j = 1; j < grid_.ny - 1; ++j) {
      if (open_row_[static_cast<std::size_t>(k) * grid_.ny + j] < 0) continue;
      const wave_rows::Openings o = openings(j, k);
      const auto first = static_cast<std::ptrdiff_t>(cut_.size());
      for (int i = 1; i < grid_.nx - 1; ++i) {
        if (o.gain[i] == gain_ && o.x[i] == 1 && o.x[i + 1] == 1 && o.y_low[i] == 1 &&
            o.y_high[i] == 1 && o.z_low[i] == 1 && o.z_high[i] == 1)
          continue;
        if (std::ssize(cut_) > first && i - cut_.back().to < kShort)
          cut_.back().to = i + 1;
        else
          cut_.push_back({i, i + 1});
      }
      row_cuts_.push_back(static_cast<int>(cut_.size()));
    }
}

wave_rows::Openings FdtdPressure::openings(int j, int k) const {
  const auto row = [&](int jj, int kk) {
    return open_row_[static_cast<std::size_t>(kk) * grid_.ny + jj];
  };
  const auto face = [&](int axis, int number) {
    return number < 0 ? ones_.data()
                      : open_[axis].data() + static_cast<std::size_t>(number) * grid_.nx;
  };
  const int here = row(j, k);
  return {gains_.data() + static_cast<std::size_t>(here) * grid_.nx,
          face(0, here),
          face(1, here),
          face(1, row(j + 1, k)),
          face(2, here),
          face(2, row(j, k + 1))};
}

wave_rows::Row FdtdPressure::row(Field& field, int j, int k) const {
  const std::size_t here = grid_.index(0, j, k);
  const std::size_t line = grid_.nx, plane = line * grid_.ny;
  const float* p = field.now.data() + here;
  return {1, grid_.nx - 1, field.other.data() + here, p, p - line, p + line, p - plane, p + plane};
}

// Places of an axis in the layer, counted from the low end outward in to the high end inward out:
// cells 1 .. kLayer and n - 1 - kLayer .. n - 2. None elsewhere.
static int layer_slot(int place, int n) {
  if (place >= 1 && place <= kLayer) return place - 1;
  if (place >= n - 1 - kLayer && place <= n - 2) return place - (n - 1 - kLayer) + kLayer;
  return -1;
}

// psi sits at the low face of low-end cells and at the high face of high-end cells.
void FdtdPressure::layer_plane(std::size_t f, int k) {
  Field& field = fields_[f];
  const auto& rows = wave_rows::best();
  const int nx = grid_.nx, ny = grid_.ny;
  const std::size_t line = nx, plane = line * ny;
  const int zs = layer_slot(k, grid_.nz);
  float* next = field.other.data() + grid_.index(0, 0, k);
  const float* now = field.now.data() + grid_.index(0, 0, k);

  if (zs >= 0) {
    const bool low = zs < kLayer;
    float* psi = field.psi[2].data();
    float* zeta = field.zeta[2].data() + zs * plane;
    const auto update = [&](int slot, const float* below) {
      for (int j = 1; j < ny - 1; ++j)
        rows.faces(nx, psi + slot * plane + j * line, below + j * line, below + plane + j * line,
                   layer_.faces[slot]);
    };
    // Planes come in order: the face below was updated with the plane before.
    if (low) {
      if (zs == 0) update(0, now - plane);
      if (zs + 1 < kLayer) update(zs + 1, now);
    } else {
      update(zs, now);
    }
    const float* psi_low = low ? psi + zs * plane : zs > kLayer ? psi + (zs - 1) * plane : nullptr;
    const float* psi_high =
        low ? (zs + 1 < kLayer ? psi + (zs + 1) * plane : nullptr) : psi + zs * plane;
    for (int j = 1; j < ny - 1; ++j) {
      const std::size_t o = j * line;
      rows.cells(nx, next + o, zeta + o, now + o - plane, now + o, now + o + plane,
                 psi_low ? psi_low + o : nullptr, psi_high ? psi_high + o : nullptr,
                 layer_.cells[zs], gain_);
    }
  }

  float* psi = field.psi[1].data() + static_cast<std::size_t>(k) * 2 * kLayer * line;
  float* zeta = field.zeta[1].data() + static_cast<std::size_t>(k) * 2 * kLayer * line;
  for (int s = 0; s < 2 * kLayer; ++s) {
    const int j = s < kLayer ? 1 + s : ny - 1 - kLayer + (s - kLayer);
    const float* low = now + (s < kLayer ? j - 1 : j) * line;
    rows.faces(nx, psi + s * line, low, low + line, layer_.faces[s]);
  }
  for (int s = 0; s < 2 * kLayer; ++s) {
    const bool low = s < kLayer;
    const int j = low ? 1 + s : ny - 1 - kLayer + (s - kLayer);
    const float* psi_low = low ? psi + s * line : s > kLayer ? psi + (s - 1) * line : nullptr;
    const float* psi_high =
        low ? (s + 1 < kLayer ? psi + (s + 1) * line : nullptr) : psi + s * line;
    const float* here = now + j * line;
    rows.cells(nx, next + j * line, zeta + s * line, here - line, here, here + line, psi_low,
               psi_high, layer_.cells[s], gain_);
  }

  for (int j = 1; j < ny - 1; ++j) {
    const std::size_t o = (static_cast<std::size_t>(k) * ny + j) * 2 * kLayer;
    rows.ends(nx, next + j * line, now + j * line, field.psi[0].data() + o,
              field.zeta[0].data() + o, layer_.face_ends, layer_.cell_ends, gain_);
  }
}

void FdtdPressure::update_plane(std::size_t f, int k) {
  const auto& rows = wave_rows::best();
  for (int j = 1; j < grid_.ny - 1; ++j) {
    wave_rows::Row part = row(fields_[f], j, k);
    const int number = open_row_[static_cast<std::size_t>(k) * grid_.ny + j], end = part.to;
    if (number >= 0) {
      const wave_rows::Openings open = openings(j, k);
      for (int s = row_cuts_[number]; s < row_cuts_[number + 1]; ++s) {
        part.to = cut_[s].from;
        rows.plain(part, gain_);
        part.from = cut_[s].from, part.to = cut_[s].to;
        rows.cut(part, open);
        part.from = part.to;
      }
      part.to = end;
    }
    rows.plain(part, gain_);
  }
}

void FdtdPressure::sweep(int from, int to, std::span<const WallPush> pushes) {
  for (int k = from; k < to; ++k)
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      if (!fields_[f].active) continue;
      update_plane(f, k);
      layer_plane(f, k);
      const WallPush push = pushes[f];
      if (push.factor == 0) continue;
      float* next = fields_[f].other.data();
      for (std::size_t s = plane_sources_[k]; s < plane_sources_[k + 1]; ++s)
        next[source_cells_[s]] += push.factor * push.rates[s];
    }
}

// The absorbing layers at both ends belong to one chunk each: their faces are updated in order.
std::vector<int> FdtdPressure::chunks() const {
  const int planes = grid_.nz - 2;
  const int parts = planes >= 4 * (kLayer + 1) ? 4 : 2;
  std::vector<int> out;
  for (int c = 0; c <= parts; ++c) out.push_back(1 + planes * c / parts);
  return out;
}

double FdtdPressure::bytes_per_step() const {
  double cells = 3.0 * static_cast<double>(grid_.size());
  for (int axis = 0; axis < 3; ++axis)
    cells += 4.0 * 2 * kLayer * static_cast<double>(grid_.size()) / grid_.count(axis);
  return active() * cells * sizeof(float);
}

int FdtdPressure::active() const {
  return static_cast<int>(
      std::count_if(fields_.begin(), fields_.end(), [](const Field& f) { return f.active; }));
}

void FdtdPressure::sweep_all(std::span<const WallPush> pushes) {
  const std::vector<int> bounds = chunks();
  parallel_for(bounds.size() - 1, [&](std::size_t c) { sweep(bounds[c], bounds[c + 1], pushes); });
  for (Field& field : fields_)
    if (field.active) field.now.swap(field.other);
}

void FdtdPressure::step(double acceleration) {
  const auto factor = static_cast<float>(push_ * acceleration);
  std::vector<WallPush> all;
  for (const std::vector<float>& gains : rigid_) all.push_back({gains.data(), factor});
  sweep_all(all);
}

void FdtdPressure::step(std::span<const std::vector<float>> pushes) {
  std::vector<WallPush> all(fields_.size());
  for (std::size_t f = 0; f < pushes.size(); ++f)
    if (!pushes[f].empty()) all[f] = {pushes[f].data(), static_cast<float>(push_)};
  sweep_all(all);
}

}  // namespace peal
