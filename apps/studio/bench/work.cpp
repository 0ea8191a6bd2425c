// The same work for wasm and for the native engine, through the C interfaces alone. Each call
// renders `seconds` of sound at 48 kHz in blocks of 128 and returns a sum of samples, so that
// nothing is optimised away; who calls takes the time.
#include "work.h"

#include <peal/engine_c.h>
#include <peal/instruments_c.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

constexpr double kRate = 48000;
constexpr int kBlock = 128;

std::vector<peal_mode> modes(int count) {
  std::vector<peal_mode> list;
  for (int i = 0; i < count; ++i)
    list.push_back({400 + 9000.0 * i / count + 13.0 * (i % 7), 4, 0.02, i % 2 ? -0.7 : 1});
  return list;
}

}  // namespace

extern "C" {

/// Friction pairs that sing: 16 of them are a full bench.
double work_friction(int pairs, int mode_count, double seconds) {
  std::vector<peal_rub*> rubs;
  for (int i = 0; i < pairs; ++i) {
    std::vector<peal_mode> list = modes(mode_count);
    for (peal_mode& mode : list) mode.mass = 0.01, mode.decay = 7;
    rubs.push_back(peal_rub_create(kRate, nullptr, list.data(), mode_count));
    peal_rub_force(rubs.back(), 1.5, 1);
  }
  double sum = 0;
  float out[kBlock];
  for (int b = 0; b * kBlock < seconds * kRate; ++b) {
    std::fill_n(out, kBlock, 0.0f);
    for (peal_rub* rub : rubs) peal_rub_render(rub, out, kBlock);
    for (const float x : out) sum += std::fabs(x);
  }
  for (peal_rub* rub : rubs) peal_rub_destroy(rub);
  return sum;
}

/// Banks of modes that ring.
double work_modes(int banks, int mode_count, double seconds) {
  std::vector<peal_modal*> modals;
  for (int i = 0; i < banks; ++i) {
    const std::vector<peal_mode> list = modes(mode_count);
    modals.push_back(peal_modal_create(kRate, list.data(), mode_count, 0.01, 1));
    peal_modal_strike(modals.back(), 1, 1e-4, 0);
  }
  double sum = 0;
  float out[kBlock];
  for (int b = 0; b * kBlock < seconds * kRate; ++b) {
    std::fill_n(out, kBlock, 0.0f);
    for (peal_modal* modal : modals) peal_modal_render(modal, nullptr, out, kBlock);
    for (const float x : out) sum += std::fabs(x);
  }
  for (peal_modal* modal : modals) peal_modal_destroy(modal);
  return sum;
}

/// Objects of a bank's first body, struck 200 times a second; -1: the bank is refused.
double work_engine(const void* bank, size_t bytes, int objects, double seconds) {
  char error[256];
  peal_limits limits = peal_default_limits();
  limits.max_objects = limits.max_voices = objects;
  peal_engine* engine = peal_create(bank, bytes, &limits, error, sizeof error);
  if (!engine) return -1;
  std::vector<int> ids;
  for (int i = 0; i < objects; ++i) {
    peal_pose pose = peal_default_pose();
    pose.position[0] = 0.5 * (i % 10) - 2.25, pose.position[2] = -0.5 * (i / 10);
    ids.push_back(peal_spawn(engine, 0, &pose, 0));
  }
  const double left[3] = {-0.1, 1, 2}, right[3] = {0.1, 1, 2};
  peal_set_listener(engine, left, right);
  double sum = 0, due = 0;
  unsigned random = 1;
  float ears[2][kBlock];
  float* rows[2] = {ears[0], ears[1]};
  for (int b = 0; b * kBlock < seconds * kRate; ++b) {
    for (due += 200 * kBlock / kRate; due >= 1; due -= 1) {
      random = random * 1664525u + 1013904223u;
      const int i = static_cast<int>(random >> 8) % objects;
      peal_impact hit = peal_default_impact();
      hit.a = ids[i];
      hit.point[0] = 0.5 * (i % 10) - 2.25 + 0.01, hit.point[2] = -0.5 * (i / 10);
      hit.impulse = 0.02;
      peal_strike(engine, &hit);
    }
    peal_render(engine, rows, kBlock);
    for (const float x : ears[0]) sum += std::fabs(x);
  }
  peal_destroy(engine);
  return sum;
}

}  // extern "C"
