#include "physics/wave/transfer/modal_walls.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kPatch = 0.5;      // [cells] edge of the patches into which triangles are cut
constexpr double kOutward = 1e-6;   // [cells] a surface on a face of cells belongs to that of air
constexpr int kMostPatches = 4096;  // per triangle, along one edge: a guard against absurd input
constexpr int kReach = 3;           // [cells] how far a wall looks for its surface
constexpr double kMostLostWalls = 0.01;  // part of all walls that may have none

struct Patch {
  std::size_t cell;  // of the block
  std::array<int, 3> vertices;
  std::array<float, 3> weights;
  Vec3 area;  // [m^2] along the normal
  Vec3 place;
};

/// Cuts a triangle into n^2 equal ones; calls visit(w0, w1, w2) with the weights of each middle.
template <class Visit>
void each_part(int n, const Visit& visit) {
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n - a; ++b) {
      const auto part = [&](double u, double v) { visit(1 - (u + v) / n, u / n, v / n); };
      part(a + 1.0 / 3, b + 1.0 / 3);
      if (a + b + 2 <= n) part(a + 2.0 / 3, b + 2.0 / 3);
    }
}

std::vector<Patch> patches(const CutCells& cells, const TriangleMesh& cut) {
  const WaveGrid& grid = cells.grid;
  std::vector<Patch> out;
  for (std::size_t t = 0; t < cut.triangles.size(); ++t) {
    double longest = 0;
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, norm(cut.corner(t, (k + 1) % 3) - cut.corner(t, k)));
    const int n =
        std::clamp(static_cast<int>(std::ceil(longest / (kPatch * grid.cell))), 1, kMostPatches);
    const Vec3 area = cut.area_vector(t) / (static_cast<double>(n) * n);
    const Vec3 outward = kOutward * grid.cell * normalized(area);
    each_part(n, [&](double u, double v, double w) {
      Patch patch{0,
                  cut.triangles[t],
                  {static_cast<float>(u), static_cast<float>(v), static_cast<float>(w)},
                  area,
                  {}};
      patch.place = u * cut.corner(t, 0) + v * cut.corner(t, 1) + w * cut.corner(t, 2);
      int at[3];
      for (int a = 0; a < 3; ++a) {
        at[a] =
            static_cast<int>(std::floor((patch.place[a] + outward[a] - grid.low[a]) / grid.cell)) -
            cells.block.low[a];
        if (at[a] < 0 || at[a] >= cells.block.count[a]) return;
      }
      patch.cell = cells.block.index(at);
      out.push_back(patch);
    });
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Patch& a, const Patch& b) { return a.cell < b.cell; });
  return out;
}

}  // namespace

ModalWalls::ModalWalls(const CutCells& cells, const TriangleMesh& cut, const TriangleMesh& surface)
    : surface_(&surface) {
  find_shares(cells, cut);
  Vec3 middle;
  double area = 0;
  for (const Wall& wall : walls_) middle += wall.area * wall.place, area += wall.area;
  make_basis(area > 0 ? middle / area : middle);
}

// Patches of the surface in the wall's cell, facing the same way, by how much they face it; where
// there are none, those of the cells around.
void ModalWalls::find_shares(const CutCells& cells, const TriangleMesh& cut) {
  const std::vector<Patch> all = patches(cells, cut);
  const WaveGrid& grid = cells.grid;
  const CellBlock& block = cells.block;
  const auto first_in = [&](std::size_t cell) {
    return std::lower_bound(all.begin(), all.end(), cell,
                            [](const Patch& p, std::size_t c) { return p.cell < c; });
  };
  double lost = 0, whole = 0;
  for (const WallSource& source : cells.sources) {
    const auto place = static_cast<std::ptrdiff_t>(source.cell);
    const int at[3] = {static_cast<int>(place % grid.nx) - block.low[0],
                       static_cast<int>(place / grid.nx % grid.ny) - block.low[1],
                       static_cast<int>(place / grid.nx / grid.ny) - block.low[2]};
    const double volume = cells.volume[block.index(at)];
    Wall wall{{source.gain[0], source.gain[1], source.gain[2]}, {}, 0, 0, shares_.size()};
    wall.flux = volume * std::pow(grid.cell, 3);
    wall.area = norm(wall.gain) * volume * std::pow(grid.cell, 3);
    const Vec3 facing = normalized(wall.gain);
    std::map<int, double> found;
    double sum = 0;
    for (int reach = 0; reach <= kReach && sum == 0; ++reach) {
      for (int k = std::max(0, at[2] - reach); k <= std::min(block.count[2] - 1, at[2] + reach);
           ++k)
        for (int j = std::max(0, at[1] - reach); j <= std::min(block.count[1] - 1, at[1] + reach);
             ++j)
          for (int i = std::max(0, at[0] - reach); i <= std::min(block.count[0] - 1, at[0] + reach);
               ++i) {
            const std::size_t cell = block.index(i, j, k);
            for (auto p = first_in(cell); p != all.end() && p->cell == cell; ++p) {
              const double weight = dot(p->area, facing);
              if (!(weight > 0)) continue;
              for (int c = 0; c < 3; ++c) found[p->vertices[c]] += weight * p->weights[c];
              wall.place += weight * p->place;
              sum += weight;
            }
          }
    }
    whole += wall.area;
    if (sum > 0) {
      wall.place = wall.place / sum;
      for (const auto& [vertex, weight] : found)
        shares_.push_back({vertex, static_cast<float>(weight / sum)});
    } else {
      lost += wall.area;
      wall.place = grid.middle(at[0] + block.low[0], at[1] + block.low[1], at[2] + block.low[2]);
    }
    walls_.push_back(wall);
  }
  if (lost > kMostLostWalls * whole)
    fail("{:.2g} % of its walls on cells of {:.3g} mm have no surface nearby", 100 * lost / whole,
         1e3 * grid.cell);
}

// Gram and Schmidt; a direction in which the body has no extent is left out.
void ModalWalls::make_basis(const Vec3& centre) {
  centre_ = centre;
  double size = 0;
  for (const Wall& wall : walls_) size = std::max(size, norm(wall.place - centre_));
  const auto raw = [&](const Wall& wall, int i) {
    return i == 0 ? 1 : (wall.place - centre_)[i - 1] / size;
  };
  for (int i = 0; i < 4; ++i) {
    double coefficients[4] = {};
    coefficients[i] = 1;
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < i; ++j) {
        double along = 0;
        for (const Wall& wall : walls_) {
          double value = 0;
          for (int k = 0; k <= i; ++k) value += coefficients[k] * raw(wall, k);
          along += wall.area * value * wall.basis[j];
        }
        for (int k = 0; k <= j; ++k) coefficients[k] -= along * make_[j][k];
      }
    double square = 0, area = 0;
    for (Wall& wall : walls_) {
      for (int k = 0; k <= i; ++k) wall.basis[i] += coefficients[k] * raw(wall, k);
      square += wall.area * wall.basis[i] * wall.basis[i], area += wall.area;
    }
    const double scale = square > 1e-8 * area ? 1 / std::sqrt(square) : 0;
    for (Wall& wall : walls_) wall.basis[i] *= scale;
    for (int k = 0; k <= i; ++k) make_[i][k] = scale * coefficients[k];
  }
  for (auto& row : make_)
    for (int k = 1; k < 4; ++k) row[k] /= size;  // of lengths, not of lengths over size
}

std::vector<float> ModalWalls::gains(std::span<const Vec3> shape) const {
  // Integrals of the normal displacement times 1, x, y, z over the surface: exact for linear ones.
  double moment[4] = {};
  for (std::size_t t = 0; t < surface_->triangles.size(); ++t) {
    const Vec3 area = surface_->area_vector(t);
    double v[3], sum = 0;
    Vec3 x[3], all;
    for (int k = 0; k < 3; ++k) {
      v[k] = dot(shape[surface_->triangles[t][k]], area), sum += v[k];
      x[k] = surface_->corner(t, k) - centre_, all += x[k];
    }
    moment[0] += sum / 3;
    for (int a = 0; a < 3; ++a) {
      double product = sum * all[a];
      for (int k = 0; k < 3; ++k) product += v[k] * x[k][a];
      moment[1 + a] += product / 12;
    }
  }
  double missing[4] = {};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k <= i; ++k) missing[i] += make_[i][k] * moment[k];

  std::vector<double> out(walls_.size());
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const Wall& wall = walls_[w];
    const std::size_t end = w + 1 < walls_.size() ? walls_[w + 1].shares : shares_.size();
    Vec3 mean;
    for (std::size_t s = wall.shares; s < end; ++s)
      mean += static_cast<double>(shares_[s].weight) * shape[shares_[s].vertex];
    out[w] = dot(wall.gain, mean);
    for (int i = 0; i < 4; ++i) missing[i] -= out[w] * wall.flux * wall.basis[i];
  }
  std::vector<float> gains(out.size());
  for (std::size_t w = 0; w < out.size(); ++w) {
    const Wall& wall = walls_[w];
    double more = 0;
    for (int i = 0; i < 4; ++i) more += missing[i] * wall.basis[i];
    gains[w] = static_cast<float>(out[w] + more * wall.area / wall.flux);
  }
  return gains;
}

}  // namespace peal
