// The four scenes of tests/data/friction (friction_params.json) and how they sound with one of the
// schemes; pitch of a stretch of samples.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/studies/friction_pair.h"

namespace peal::test {

struct FrictionScene {
  std::string name;
  FrictionLaw law;
  std::vector<FrictionMode> exciter, resonator;
  double duration = 0, normal = 0;
  nlohmann::json result;

  /// Driving force [N]; the file has it in words.
  double external(double t) const {
    if (name == "wineglass") return 1.5 * std::min(1.0, t / 0.1);
    if (name == "door")
      return 400 * 0.0022 * std::exp(std::log(2.9) * std::pow(std::sin(kPi * t / 3), 2)) + 0.425;
    return name == "brake" ? 0 : 2.85 * std::min(1.0, t / 0.05);
  }
  double normal_force(double t) const {
    return name == "brake" ? normal * std::min(1.0, t / 0.02) : normal;
  }
};

inline FrictionScene friction_scene(const std::string& name) {
  std::ifstream file(PEAL_TEST_DATA "/friction/friction_params.json");
  const nlohmann::json json = nlohmann::json::parse(file).at("scenes").at(name);
  const nlohmann::json &f = json.at("friction"), &e = json.at("exciter");
  FrictionScene scene;
  scene.name = name;
  scene.law = {f.at("sigma0"), f.at("sigma1"), f.at("sigma2"), f.at("sigma3"),
               f.at("mu_s"),   f.at("mu_d"),   f.at("v_s"),    f.at("c_zba")};
  scene.normal = f.at("f_N");
  scene.exciter = {{0, e.at("g"), e.at("m"), 1, 0, e.at("v0")}};
  for (const auto& m : json.at("resonator_modes"))
    scene.resonator.push_back({m.at(0), m.at(1), m.at(2), m.at(3)});
  scene.duration = json.at("duration_s");
  scene.result = json.at("result");
  return scene;
}

/// Velocities [m/s] after each sample; sample n ends at (n + 1) / rate.
struct FrictionRun {
  double rate = 0;
  std::vector<double> resonator, exciter;
};

/// One more sample of a scene, ending at n / rate.
inline void step_scene(FrictionPair& pair, const FrictionScene& scene, FrictionPair::Scheme scheme,
                       int n, double rate) {
  const double t = (scheme == FrictionPair::Scheme::bilinear ? n : n - 0.5) / rate;
  pair.step(scene.external(t), scene.normal_force(t));
}

inline FrictionRun run_scene(const FrictionScene& scene, FrictionPair::Scheme scheme,
                             double rate = 44100, double duration = 0, bool prewarped = false) {
  FrictionPair pair(scene.law, scene.exciter, scene.resonator, rate, scheme, prewarped);
  pair.set_external(scene.external(0));
  FrictionRun run{rate, {}, {}};
  const int count = static_cast<int>((duration > 0 ? duration : scene.duration) * rate + 0.5);
  for (int n = 1; n <= count; ++n) {
    step_scene(pair, scene, scheme, n, rate);
    run.resonator.push_back(pair.resonator_velocity());
    run.exciter.push_back(pair.exciter_velocity());
  }
  return run;
}

/// Of the samples in [from, to] seconds.
struct Stretch {
  const std::vector<double>& x;
  double rate, from, to;
  int begin() const { return static_cast<int>(from * rate + 0.5); }
  int end() const { return std::min(static_cast<int>(to * rate + 0.5), int(x.size())); }

  double mean() const {
    double sum = 0;
    for (int n = begin(); n < end(); ++n) sum += x[n];
    return sum / (end() - begin());
  }
  /// Without the mean.
  double rms() const {
    double sum = 0;
    const double m = mean();
    for (int n = begin(); n < end(); ++n) sum += (x[n] - m) * (x[n] - m);
    return std::sqrt(sum / (end() - begin()));
  }
  /// [Hz] the shortest lag at which the normalised autocorrelation has a peak of at least 0.97 of
  /// its highest between 100 and 2000 Hz; a parabola through the peak.
  double pitch() const {
    const int shortest = static_cast<int>(rate / 2000), longest = static_cast<int>(rate / 100);
    const double m = mean();
    std::vector<double> r(longest + 2);
    for (int lag = shortest - 1; lag <= longest + 1; ++lag) {
      double ab = 0, aa = 0, bb = 0;
      for (int n = begin(); n + longest + 1 < end(); ++n) {
        const double a = x[n] - m, b = x[n + lag] - m;
        ab += a * b, aa += a * a, bb += b * b;
      }
      r[lag] = ab / std::sqrt(aa * bb + 1e-300);
    }
    const auto is_peak = [&](int k) { return r[k] >= r[k - 1] && r[k] > r[k + 1]; };
    double highest = -1;
    for (int k = shortest; k <= longest; ++k)
      if (is_peak(k)) highest = std::max(highest, r[k]);
    for (int k = shortest; k <= longest; ++k)
      if (is_peak(k) && r[k] >= 0.97 * highest) {
        const double bow = r[k - 1] - 2 * r[k] + r[k + 1];
        return rate / (k + 0.5 * (r[k - 1] - r[k + 1]) / bow);
      }
    return 0;
  }
};

}  // namespace peal::test
