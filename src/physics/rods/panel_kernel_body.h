// Body of the rod kernel: strains of a tile of points => residual forces and panels of the matrix.
// With G_j the sum over edge j of what stands on its own, X_i the corner between edges i - 1 and i:
//   K(x_i, x_i) = G_i-1 - X_i - X_i^T + G_i     K(x_i+1, x_i) = X_i^T - G_i + X_i+1^T
//   K(x_i+2, x_i) = -X_i+1^T                    and alike for the twists.
#pragma once
#include "physics/rods/strain_kernel_body.h"

namespace peal {
namespace {

inline Lanes3 tile3(const double (*from)[kTileSlots], int at) {
  return {load(from[0] + at), load(from[1] + at), load(from[2] + at)};
}

inline Lanes3 edge_force(const StrainTile& tile, int at) {
  return tile3(tile.force1, at) + tile3(tile.force0, at + 1);
}

/// load - dE/dq - M (a + alpha v) of 4 points from i on; `at` is the slot of point i.
inline void put_forces(const Channels& c, const RodRates& rates, const StrainTile& tile, int at,
                       int i, const double* loads, double* r) {
  const Lanes3 f = edge_force(tile, at) - edge_force(tile, at - 1);
  const Lanes torque = -load(tile.torque1 + at) - load(tile.torque0 + at + 1);
  const Lanes mass = c.one(kRodMass, i), inertia = c.one(kRodInertia, i);
  const auto push = [&](int k) { return c.one(kRodA + k, i) + rates.drag * c.one(kRodV + k, i); };
  const Four rows = transposed(f.x - mass * push(0), f.y - mass * push(1), f.z - mass * push(2),
                               torque - inertia * push(3));
  for (int k = 0; k < 4; ++k) store(r + 4 * (i + k), rows.v[k] + load(loads + 4 * (i + k)));
}

/// Entry [r][k] of X at a slot.
inline Lanes corner(const StrainTile& tile, int at, int r, int k) {
  return load(tile.corner[3 * r + k] + at);
}

constexpr int kPacked[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

inline Lanes on_edge(const StrainTile& tile, int at, int r, int k) {  // G of the edge at a slot
  const int p = kPacked[r][k];
  return load(tile.own1[p] + at) + load(tile.own0[p] + at + 1);
}

/// Column `column` of block `part` of the panels of 4 points.
inline void put_column(double* panels, int column, int part, Lanes a, Lanes b, Lanes c, Lanes d) {
  const Four points = transposed(a, b, c, d);
  for (int k = 0; k < 4; ++k) store(panels + kRodPanel * k + 12 * column + 4 * part, points.v[k]);
}

template <int kToward>
inline void put_panels(const Channels& c, const RodRates& rates, const StrainTile& tile, int at,
                       int i, double* panels) {
  const Lanes none = all(0), mass = rates.mass * c.one(kRodMass, i);
  // x of this point with the twist of its edge
  Lanes tied[3], sum[3], before[3], after[3];
  for (int k = 0; k < 3; ++k) {
    sum[k] = load(tile.mixed11[k] + at) + load(tile.mixed00[k] + at + 1);
    tied[k] = load(tile.mixed01[k] + at) - sum[k];
    // K(x_i, th_i-1) or K(x_i+1, th_i); K(th_i, x_i-1) or K(th_i+1, x_i)
    if (kToward > 0) {
      before[k] = sum[k] - load(tile.mixed10[k] + at + 1);
      after[k] = -load(tile.mixed01[k] + at + 1);
    } else {
      before[k] =
          load(tile.mixed11[k] + at - 1) + load(tile.mixed00[k] + at) - load(tile.mixed10[k] + at);
      after[k] = -load(tile.mixed01[k] + at);
    }
  }
  for (int col = 0; col < 3; ++col) {
    Lanes own[3], next[3], far[3];
    for (int r = 0; r < 3; ++r) {
      const Lanes here = corner(tile, at, r, col), flipped = corner(tile, at, col, r);
      const Lanes g0 = on_edge(tile, at - 1, r, col), g1 = on_edge(tile, at, r, col);
      own[r] = g0 - here - flipped + g1;
      if (r == col) own[r] += mass;
      if (kToward > 0) {
        const Lanes ahead = corner(tile, at + 1, col, r);
        next[r] = flipped - g1 + ahead;
        far[r] = -ahead;
      } else {
        const Lanes behind = corner(tile, at - 1, r, col);
        next[r] = here - g0 + behind;
        far[r] = -behind;
      }
    }
    put_column(panels, col, 0, own[0], own[1], own[2], tied[col]);
    if (kToward > 0) {
      put_column(panels, col, 1, next[0], next[1], next[2], after[col]);
      put_column(panels, col, 2, far[0], far[1], far[2], none);
    } else {
      put_column(panels, col, 1, next[0], next[1], next[2], before[col]);
      put_column(panels, col, 2, far[0], far[1], far[2], load(tile.mixed10[col] + at - 1));
    }
  }
  const Lanes twist =
      load(tile.twist11 + at) + load(tile.twist00 + at + 1) + rates.mass * c.one(kRodInertia, i);
  put_column(panels, 3, 0, tied[0], tied[1], tied[2], twist);
  if (kToward > 0) {
    put_column(panels, 3, 1, before[0], before[1], before[2], load(tile.twist01 + at + 1));
    put_column(panels, 3, 2, load(tile.mixed10[0] + at + 1), load(tile.mixed10[1] + at + 1),
               load(tile.mixed10[2] + at + 1), none);
  } else {
    put_column(panels, 3, 1, after[0], after[1], after[2], load(tile.twist01 + at));
    put_column(panels, 3, 2, none, none, none, none);
  }
}

void internal_forces(const RodView& rod, const RodRates& rates, int first, int count,
                     const double* loads, double* r) noexcept {
  const Channels c(rod);
  StrainTile tile;
  for (int done = 0; done < count; done += kTilePoints) {
    const int left = count - done, groups = ((left < kTilePoints ? left : kTilePoints) + 3) / 4;
    strain_tile<false>(rod, rates, first + done - 1, groups + 1, tile);
    for (int g = 0; g < groups; ++g)
      put_forces(c, rates, tile, 4 * g + 1, first + done + 4 * g, loads, r);
  }
}

void forces_and_stiffness(const RodView& rod, const RodRates& rates, int first, int count,
                          int toward, const double* loads, double* r, double* panels) noexcept {
  const Channels c(rod);
  StrainTile tile;
  for (int done = 0; done < count; done += kTilePoints) {
    const int left = count - done, groups = ((left < kTilePoints ? left : kTilePoints) + 3) / 4;
    strain_tile<true>(rod, rates, first + done - 1, groups + 1, tile);
    for (int g = 0; g < groups; ++g) {
      const int i = first + done + 4 * g;
      put_forces(c, rates, tile, 4 * g + 1, i, loads, r);
      if (toward > 0)
        put_panels<1>(c, rates, tile, 4 * g + 1, i, panels + kRodPanel * (i - first));
      else
        put_panels<-1>(c, rates, tile, 4 * g + 1, i, panels + kRodPanel * (i - first));
    }
  }
}

}  // namespace
}  // namespace peal
