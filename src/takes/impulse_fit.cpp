#include "takes/impulse_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/interrupt.h"

namespace peal {
namespace {

constexpr std::size_t kMostContacts = 500;
constexpr int kMostRounds = 6;  // of contacts that would pull

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

void solve(const std::vector<FitBody>& bodies, std::vector<FitContact>& contacts,
           const std::vector<bool>& dropped) {
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
    solve(bodies, contacts, dropped);
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
