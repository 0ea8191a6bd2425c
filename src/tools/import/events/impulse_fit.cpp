#include "tools/import/events/impulse_fit.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/interrupt.h"

namespace peal {
namespace {

constexpr std::size_t kMostContacts = 500;
constexpr std::size_t kFewUnknowns = 240;  // so many are solved contact by contact
constexpr int kMostRounds = 6;             // of contacts that would pull

/// Symmetric positive definite system, solved in place by Cholesky's factors.
class Normal {
 public:
  explicit Normal(std::size_t size) : size_(size), a_(size * size, 0.0), b_(size, 0.0) {}

  /// Adds one equation sum_j row[j] x[columns[j]] = value.
  void add(const std::vector<std::size_t>& columns, const std::vector<double>& row, double value) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (row[i] == 0) continue;
      b_[columns[i]] += row[i] * value;
      for (std::size_t j = 0; j < columns.size(); ++j)
        a_[columns[i] * size_ + columns[j]] += row[i] * row[j];
    }
  }
  std::vector<double> solve() {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = a_[i * size_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= a_[i * size_ + k] * a_[j * size_ + k];
        a_[i * size_ + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a_[j * size_ + j];
      }
      double sum = b_[i];
      for (std::size_t k = 0; k < i; ++k) sum -= a_[i * size_ + k] * b_[k];
      b_[i] = sum / a_[i * size_ + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) b_[i] -= a_[k * size_ + i] * b_[k];
      b_[i] /= a_[i * size_ + i];
    }
    return b_;
  }

 private:
  std::size_t size_;
  std::vector<double> a_, b_;
};

// Velocity and spin of a body from a unit impulse along axis k of contact c.
struct Response {
  Vec3 velocity, spin;
};
Response response(const FitBody& body, const FitContact& c, int index, int k) {
  Response out;
  for (const bool first : {true, false}) {
    if ((first ? c.a : c.b) != index) continue;
    Vec3 unit;
    unit[k] = first ? 1 : -1;
    out.velocity += unit / body.mass;
    out.spin += body.inverse_inertia * cross(first ? c.arm_a : c.arm_b, unit);
  }
  return out;
}

void fit_without(const std::vector<bool>& dropped, const std::vector<FitBody>& bodies,
                 std::vector<FitContact>& contacts) {
  Normal system(3 * contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const std::size_t column = 3 * i + static_cast<std::size_t>(k);
      const double wanted = dropped[i] ? -contacts[i].guess[k] : 0;
      const double trust = dropped[i] ? 1e-6 * contacts[i].trust : contacts[i].trust;
      system.add({column}, {1 / trust}, wanted / trust);
    }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const FitBody& body = bodies[b];
    std::vector<std::size_t> columns;
    std::vector<Response> responses;
    std::vector<double> left;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if (contacts[i].a == static_cast<int>(b) || contacts[i].b == static_cast<int>(b))
        for (int k = 0; k < 3; ++k) {
          columns.push_back(3 * i + static_cast<std::size_t>(k));
          responses.push_back(response(body, contacts[i], static_cast<int>(b), k));
          left.push_back(contacts[i].left);
        }
    std::vector<double> row(columns.size());
    for (int d = 0; d < 3; ++d) {
      const auto add = [&](auto&& part, double value, double error) {
        for (std::size_t j = 0; j < row.size(); ++j) row[j] = part(j) / error;
        system.add(columns, row, value / error);
      };
      add([&](std::size_t j) { return responses[j].velocity[d] * left[j]; }, body.place[d],
          body.place_error);
      add([&](std::size_t j) { return responses[j].spin[d] * left[j]; }, body.turn[d],
          body.turn_error);
      if (!body.velocity_known) continue;
      add([&](std::size_t j) { return responses[j].velocity[d]; }, body.velocity[d],
          body.velocity_error);
      add([&](std::size_t j) { return responses[j].spin[d]; }, body.spin[d], body.spin_error);
    }
  }
  const std::vector<double> change = system.solve();
  for (std::size_t i = 0; i < contacts.size(); ++i)
    contacts[i].impulse =
        dropped[i] ? Vec3{}
                   : contacts[i].guess + Vec3{change[3 * i], change[3 * i + 1], change[3 * i + 2]};
}

// The same for many contacts of few bodies. With x = p - guess, rows A of the bodies, errors E and
// trusts T the least squares are x = w + T^2 A^T z with (A T^2 A^T + E^2) z = b - A w: one row per
// unknown of a body instead of three per contact, and bodies that share no contact share no entry.
void solve_by_bodies(const std::vector<FitBody>& bodies, std::vector<FitContact>& contacts,
                     const std::vector<bool>& dropped) {
  std::vector<int> first(bodies.size(), -1);
  int rows = 0;
  for (const FitContact& c : contacts)
    for (const int body : {c.a, c.b})
      if (body >= 0 && first[static_cast<std::size_t>(body)] < 0) {
        first[static_cast<std::size_t>(body)] = rows;
        rows += bodies[static_cast<std::size_t>(body)].velocity_known ? 12 : 6;
      }
  Eigen::VectorXd rest(rows);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (first[b] < 0) continue;
    const FitBody& body = bodies[b];
    const auto put = [&](int group, const Vec3& missing, double error) {
      for (int d = 0; d < 3; ++d) {
        const int row = first[b] + 3 * group + d;
        rest[row] = missing[d];
        entries.emplace_back(row, row, error * error);
      }
    };
    put(0, body.place, body.place_error);
    put(1, body.turn, body.turn_error);
    if (!body.velocity_known) continue;
    put(2, body.velocity, body.velocity_error);
    put(3, body.spin, body.spin_error);
  }
  struct Column {
    std::vector<std::pair<int, double>> rows;
    double trust = 0, wanted = 0;
  };
  std::vector<Column> columns;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const FitContact& c = contacts[i];
      Column& column = columns.emplace_back();
      column.trust = dropped[i] ? 1e-6 * c.trust : c.trust;
      column.wanted = dropped[i] ? -c.guess[k] : 0;
      for (const int index : {c.a, c.b}) {
        if (index < 0 || (index == c.b && c.a == c.b)) continue;
        const FitBody& body = bodies[static_cast<std::size_t>(index)];
        const Response r = response(body, c, index, k);
        const int row = first[static_cast<std::size_t>(index)];
        for (int d = 0; d < 3; ++d) {
          column.rows.emplace_back(row + d, r.velocity[d] * c.left);
          column.rows.emplace_back(row + 3 + d, r.spin[d] * c.left);
          if (!body.velocity_known) continue;
          column.rows.emplace_back(row + 6 + d, r.velocity[d]);
          column.rows.emplace_back(row + 9 + d, r.spin[d]);
        }
      }
      for (const auto& [row, value] : column.rows) rest[row] -= value * column.wanted;
    }
  // Contacts of one pair share their entries: products are added up before they are stored.
  std::map<std::pair<int, int>, std::vector<std::size_t>> pairs;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    pairs[{contacts[i].a, contacts[i].b}].push_back(i);
  for (const auto& [pair, members] : pairs) {
    const std::size_t size = columns[3 * members.front()].rows.size();
    std::vector<double> block(size * size, 0.0);
    for (const std::size_t i : members)
      for (std::size_t k = 0; k < 3; ++k) {
        const Column& c = columns[3 * i + k];
        for (std::size_t p = 0; p < size; ++p)
          for (std::size_t q = 0; q < size; ++q)
            block[p * size + q] += c.trust * c.trust * c.rows[p].second * c.rows[q].second;
      }
    const Column& like = columns[3 * members.front()];
    for (std::size_t p = 0; p < size; ++p)
      for (std::size_t q = 0; q < size; ++q)
        entries.emplace_back(like.rows[p].first, like.rows[q].first, block[p * size + q]);
  }
  Eigen::SparseMatrix<double> matrix(rows, rows);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  const Eigen::VectorXd z = factors.solve(rest);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Vec3 change;
    for (int k = 0; k < 3; ++k) {
      const Column& c = columns[3 * i + static_cast<std::size_t>(k)];
      double sum = 0;
      for (const auto& [row, value] : c.rows) sum += value * z[row];
      change[k] = c.wanted + c.trust * c.trust * sum;
    }
    contacts[i].impulse = dropped[i] ? Vec3{} : contacts[i].guess + change;
  }
}

// The system is dense: of a pile that rattles only the strongest are fitted.
void fit_strongest(std::vector<FitBody>& bodies, std::vector<FitContact>& contacts) {
  std::vector<std::size_t> order(contacts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return norm(contacts[i].guess) > norm(contacts[j].guess);
  });
  order.resize(kMostContacts);
  std::vector<FitContact> strongest;
  for (const std::size_t i : order) strongest.push_back(contacts[i]);
  fit_impulses(bodies, strongest);
  for (FitContact& c : contacts) c.impulse = c.guess;
  for (std::size_t k = 0; k < order.size(); ++k) contacts[order[k]].impulse = strongest[k].impulse;
}

}  // namespace

void fit_impulses(std::vector<FitBody>& bodies, std::vector<FitContact>& contacts) {
  if (contacts.empty()) return;
  if (contacts.size() > kMostContacts) return fit_strongest(bodies, contacts);
  std::vector<bool> dropped(contacts.size(), false);
  for (int round = 0; round < kMostRounds; ++round) {
    throw_if_interrupted();
    if (3 * contacts.size() > kFewUnknowns)
      solve_by_bodies(bodies, contacts, dropped);
    else
      fit_without(dropped, bodies, contacts);
    bool pulls = false;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if (!dropped[i] && dot(contacts[i].impulse, contacts[i].normal) < 0)
        dropped[i] = pulls = true;
    if (!pulls) break;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if (dropped[i]) contacts[i].impulse = {};
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    FitBody& body = bodies[b];
    for (const FitContact& c : contacts)
      for (int k = 0; k < 3; ++k) {
        const double change = c.impulse[k] - c.guess[k];
        const Response r = response(body, c, static_cast<int>(b), k);
        body.place -= (change * c.left) * r.velocity;
        body.turn -= (change * c.left) * r.spin;
        body.velocity -= change * r.velocity;
        body.spin -= change * r.spin;
      }
  }
}

}  // namespace peal
