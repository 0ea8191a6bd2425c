// Modes of an explicit body about its present state, from its forces alone: the stiffness by
// central differences (nodes far apart moved together), the lowest eigenvalues by subspace
// iteration on (K + sigma M)^-1. Frequencies in Hz, rigid motions included as (nearly) zero.
#pragma once
#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "base/rng.h"
#include "physics/solids/explicit_body.h"

namespace peal::test {

/// One way in which a node may move: its place, or its director (then perpendicular to it).
struct NodeMotion {
  int node;
  bool director;
  Vec3 along;
  double mass;
};

class SolidModes {
 public:
  explicit SolidModes(ExplicitBody& body) : body_(body) {
    const ElementSet& elements = body.elements();
    std::vector<double> inertia(body.nodes());
    around_.resize(body.nodes());
    for (int e = 0; e < elements.elements(); ++e)
      for (int c = 0; c < elements.corners(); ++c) {
        const int n = elements.node(e, c);
        inertia[n] += elements.director_inertia(e, c);
        for (int k = 0; k < elements.corners(); ++k) around_[n].insert(elements.node(e, k));
      }
    motions_.resize(body.nodes());
    for (int n = 0; n < body.nodes(); ++n) {
      for (int k = 0; k < 3; ++k) {
        Vec3 axis;
        axis[k] = 1;
        motions_[n].push_back({n, false, axis, body.mass(n)});
      }
      if (elements.stride() < 8) continue;
      const Vec3 d = body.director(n);
      const Vec3 t = normalized(cross(d, std::abs(d.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
      motions_[n].push_back({n, true, t, inertia[n]});
      motions_[n].push_back({n, true, cross(d, t), inertia[n]});
    }
  }
  void hold(int node, const Vec3& along) {
    std::erase_if(motions_[node], [&](const NodeMotion& m) {
      return !m.director && std::abs(dot(m.along, along)) > 0.99;
    });
  }
  /// Leaves one direction of motion to the place.
  void hold_all_but(int node, const Vec3& along) {
    hold_place(node);
    motions_[node].insert(motions_[node].begin(), {node, false, along, body_.mass(node)});
  }
  void hold_place(int node) {
    std::erase_if(motions_[node], [](const NodeMotion& m) { return !m.director; });
  }
  void hold_director(int node) {
    std::erase_if(motions_[node], [](const NodeMotion& m) { return m.director; });
  }

  /// @param about a frequency of the range that matters [Hz].
  std::vector<double> frequencies(int count, double about, double tiny = 1e-7) {
    number();
    Eigen::SparseMatrix<double> k = stiffness(tiny);
    Eigen::VectorXd scale(k.rows());
    for (const auto& of_node : motions_)
      for (std::size_t i = 0; i < of_node.size(); ++i)
        scale[first_[of_node[i].node] + i] = 1 / std::sqrt(of_node[i].mass);
    k = scale.asDiagonal() * k * scale.asDiagonal();
    const double sigma = std::pow(2 * std::numbers::pi * about, 2);
    Eigen::SparseMatrix<double> shifted = k, one(k.rows(), k.cols());
    one.setIdentity();
    shifted += sigma * one;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(shifted);
    const int block = std::min<int>(count + 8, static_cast<int>(k.rows()));
    shapes_.resize(k.rows(), block);
    KeyedRng random(1, 2, 3);
    for (double& x : shapes_.reshaped()) x = random.uniform(-1, 1);
    Eigen::VectorXd values, before = Eigen::VectorXd::Zero(block);
    for (int round = 0; round < 60; ++round) {
      shapes_ = factor.solve(shapes_).eval();
      const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(shapes_).householderQ() *
                                Eigen::MatrixXd::Identity(k.rows(), block);
      const Eigen::MatrixXd small = q.transpose() * (k * q);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(0.5 * (small + small.transpose()));
      values = ritz.eigenvalues();
      shapes_ = q * ritz.eigenvectors();
      const double change = ((values - before).head(count).cwiseAbs().array() /
                             (values.head(count).cwiseAbs().array() + 1e-3 * sigma))
                                .maxCoeff();
      if (change < 1e-8) break;
      before = values;
    }
    std::vector<double> f;
    for (int i = 0; i < count; ++i)
      f.push_back(std::sqrt(std::max(0.0, values[i])) / (2 * std::numbers::pi));
    return f;
  }

  /// Displacement of a node in mode `mode`.
  Vec3 shape(int mode, int node) const {
    Vec3 u;
    for (std::size_t i = 0; i < motions_[node].size(); ++i)
      if (const NodeMotion& m = motions_[node][i]; !m.director)
        u += shapes_(first_[node] + i, mode) / std::sqrt(m.mass) * m.along;
    return u;
  }

 private:
  void number() {
    first_.clear();
    int next = 0;
    for (const auto& m : motions_) {
      first_.push_back(next);
      next += static_cast<int>(m.size());
    }
    count_ = next;
  }
  Eigen::SparseMatrix<double> stiffness(double tiny) {
    const int nodes = body_.nodes();
    std::vector<int> colour(nodes, -1);
    int colours = 0;
    for (int n = 0; n < nodes; ++n) {
      std::set<int> taken;
      for (const int a : around_[n])
        for (const int b : around_[a]) taken.insert(colour[b]);
      int c = 0;
      while (taken.count(c)) ++c;
      colour[n] = c;
      colours = std::max(colours, c + 1);
    }
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<Vec3> x(nodes), d(nodes);
    const bool sheet = body_.elements().stride() == 8;
    for (int n = 0; n < nodes; ++n) {
      x[n] = body_.position(n);
      if (sheet) d[n] = body_.director(n);
    }
    const auto move = [&](int n, std::size_t i, double by) {
      if (i >= motions_[n].size()) return;
      const NodeMotion& m = motions_[n][i];
      if (m.director)
        body_.turn(n, d[n] + by * 1e2 * tiny * m.along);
      else
        body_.place(n, x[n] + by * tiny * m.along);
    };
    for (int c = 0; c < colours; ++c)
      for (std::size_t i = 0; i < 5; ++i) {
        std::vector<Vec3> f[2], moment[2];
        for (const int side : {0, 1}) {
          for (int n = 0; n < nodes; ++n)
            if (colour[n] == c) move(n, i, side ? 1 : -1);
          f[side] = body_.forces();
          moment[side] = body_.director_forces();
        }
        for (int n = 0; n < nodes; ++n)
          if (colour[n] == c) {
            move(n, i, 0);
            if (i >= motions_[n].size()) continue;
            const double by = 2 * tiny * (motions_[n][i].director ? 1e2 : 1);
            for (const int a : around_[n])
              for (std::size_t j = 0; j < motions_[a].size(); ++j) {
                const NodeMotion& m = motions_[a][j];
                const Vec3 df = m.director ? moment[1][a] - moment[0][a] : f[1][a] - f[0][a];
                entries.emplace_back(first_[a] + j, first_[n] + i, -dot(df, m.along) / by);
              }
          }
      }
    Eigen::SparseMatrix<double> k(count_, count_);
    k.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SparseMatrix<double> back = k.transpose();
    return 0.5 * (k + back);
  }

  ExplicitBody& body_;
  std::vector<std::set<int>> around_;
  std::vector<std::vector<NodeMotion>> motions_;
  std::vector<int> first_;
  int count_ = 0;
  Eigen::MatrixXd shapes_;
};

}  // namespace peal::test
