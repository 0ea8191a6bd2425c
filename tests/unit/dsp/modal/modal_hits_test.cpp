// Many short hits on one body, against the closed form of each mode, summed in double.
#include "dsp/modal/modal_hits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kHitRate = 48000;

struct HitBody {
  std::vector<Complex<double>> poles;
  AlignedVector<float> shape, weight_re, weight_im, nothing;

  explicit HitBody(int modes) {
    const auto padded = static_cast<std::size_t>((modes + kLane - 1) / kLane * kLane);
    for (auto* array : {&shape, &weight_re, &weight_im, &nothing}) array->resize(padded);
    for (int i = 0; i < modes; ++i) {
      const double frequency = 100 * std::pow(200.0, (i + 0.3) / modes);  // to 20 kHz
      poles.push_back({-3 - 0.001 * frequency, 2 * kPi * frequency});
      shape[i] = static_cast<float>(std::cos(1.7 * i));
      weight_re[i] = static_cast<float>(std::sin(2.3 * i));
      weight_im[i] = static_cast<float>(std::cos(0.9 * i));
    }
  }
};

struct Hit {
  double time, tau, impulse;  // time in samples
};

std::vector<Hit> hail(int count, double samples) {
  std::vector<Hit> hits;
  std::uint32_t state = 7;
  const auto draw = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0; };
  for (int k = 0; k < count; ++k)
    hits.push_back({samples * draw(), 4e-6 * std::pow(10.0, draw()), 1e-3 * draw()});
  return hits;
}

/// J t C(omega tau) by numerical integration of the half-sine against e^{-i omega u}, from its
/// middle.
double jump_of(const Hit& hit, const Complex<double>& pole, double shape) {
  const int steps = 2000;
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    const double u = (k + 0.5) / steps * hit.tau;
    sum += kPi / (2 * hit.tau) * std::sin(kPi * u / hit.tau) *
           std::cos(pole.im * (u - hit.tau / 2)) * hit.tau / steps;
  }
  return hit.impulse * shape * sum;
}

TEST(ModalHits, RingAsTheClosedFormsOfAllOfThem) {
  const HitBody body(70);
  ModalHits hits(body.poles, kHitRate);
  constexpr int kHops = 6;
  const std::vector<Hit> all = hail(300, kHops * kHop - 1);
  std::vector<float> got(kHops * kHop);
  std::vector<double> re(body.poles.size()), im(body.poles.size());
  std::vector<std::complex<double>> state(body.poles.size());
  for (int hop = 0; hop < kHops; ++hop) {
    for (const Hit& hit : all)
      if (hit.time >= hop * kHop && hit.time < (hop + 1) * kHop)
        hits.hit(hit.time - hop * kHop, hit.tau, hit.impulse, body.shape.data());
    // What rang before goes on by itself, as in a bank.
    for (std::size_t i = 0; i < state.size(); ++i) {
      const std::complex<double> s(body.poles[i].re, body.poles[i].im),
          w(body.weight_re[i], body.weight_im[i]);
      for (int n = 0; n < kHop; ++n)
        got[hop * kHop + n] +=
            static_cast<float>((w * state[i] * std::exp(s * (n / kHitRate))).real());
      state[i] *= std::exp(s * (kHop / kHitRate));
      re[i] = state[i].real(), im[i] = state[i].imag();
    }
    const ModalHits::Listener ear{body.weight_re.data(), body.weight_im.data(), body.nothing.data(),
                                  got.data() + hop * kHop};
    hits.render({&ear, 1}, re.data(), im.data());
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = {re[i], im[i]};
  }
  std::vector<double> expected(kHops * kHop);
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::complex<double> s(body.poles[i].re, body.poles[i].im),
        w(body.weight_re[i], body.weight_im[i]);
    for (const Hit& hit : all) {
      const double jump = jump_of(hit, body.poles[i], double(body.shape[i]));
      for (auto n = static_cast<int>(std::ceil(hit.time)); n < kHops * kHop; ++n)
        expected[n] += (w * jump * std::exp(s * ((n - hit.time) / kHitRate))).real();
    }
  }
  double error = 0, power = 0;
  for (int n = 0; n < kHops * kHop; ++n)
    error += std::pow(got[n] - expected[n], 2), power += std::pow(expected[n], 2);
  EXPECT_GT(10 * std::log10(power / error), 70);
}

TEST(ModalHits, EnergyIsThatOfTheImpulses) {
  // From rest, one mode: |a|^2 / 2 = J^2 / 2, wherever between samples the hit falls.
  HitBody body(1);
  body.poles[0] = {0, 2 * kPi * 15000};
  body.shape[0] = 2;
  for (const double offset : {0.0, 0.01, 0.5, 17.37, 63.0, 63.99}) {
    ModalHits hits(body.poles, kHitRate);
    hits.hit(offset, 1e-6, 0.003, body.shape.data());
    double re = 0, im = 0;
    hits.render({}, &re, &im);
    EXPECT_NEAR(std::hypot(re, im) / 0.006, 1, 1e-3) << offset;
    const double phase = 2 * kPi * 15000 * (kHop - offset) / kHitRate;
    EXPECT_NEAR(re / 0.006, std::cos(phase), 1e-3) << offset;
    EXPECT_NEAR(im / 0.006, std::sin(phase), 1e-3) << offset;
  }
}

TEST(ModalHits, ForceItselfIsHeardOnceAlsoAcrossHops) {
  HitBody body(8);
  AlignedVector<float> direct(8), none(8);
  std::fill(direct.begin(), direct.end(), 1.0f);
  double shape = 0;
  for (int i = 0; i < 8; ++i) shape += double(body.shape[i]);
  for (const double offset : {0.0, 5.25, 63.5, 63.9}) {
    ModalHits hits(body.poles, kHitRate);
    hits.hit(offset, 1e-6, 1, body.shape.data());
    float out[2][kHop] = {};
    std::vector<double> end(16);
    for (float* samples : {out[0], out[1]}) {
      const ModalHits::Listener ear{none.data(), none.data(), direct.data(), samples};
      hits.render({&ear, 1}, end.data(), end.data() + 8);
    }
    double sum = 0, moment = 0;
    for (int n = 0; n < 2 * kHop; ++n)
      sum += double(out[n / kHop][n % kHop]), moment += n * double(out[n / kHop][n % kHop]);
    EXPECT_NEAR(sum / shape, 1, 1e-3) << offset;
    EXPECT_NEAR(moment / sum, offset, 1e-2) << offset;
    EXPECT_FALSE(hits.any());
  }
}

TEST(ModalHits, PortableAndFastKernelsAgree) {
  const HitBody body(37);
  ModalHits fast(body.poles, kHitRate), plain(body.poles, kHitRate, kHitKernelPortable);
  float out[2][kHop] = {};
  std::vector<double> end(2 * 37);
  for (const Hit& hit : hail(50, kHop - 1))
    for (ModalHits* hits : {&fast, &plain})
      hits->hit(hit.time, hit.tau, hit.impulse, body.shape.data());
  for (int k = 0; k < 2; ++k) {
    const ModalHits::Listener ear{body.weight_re.data(), body.weight_im.data(), body.nothing.data(),
                                  out[k]};
    (k == 0 ? fast : plain).render({&ear, 1}, end.data(), end.data() + 37);
  }
  for (int n = 0; n < kHop; ++n) EXPECT_NEAR(out[0][n], out[1][n], 1e-6) << n;
}

}  // namespace
}  // namespace peal
