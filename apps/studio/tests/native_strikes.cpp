// The strikes of engine.test.mjs by the native engine: native_strikes BANK > samples (float, left
// then right, one second at 48 kHz).
#include <peal/engine_c.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ifstream file(words[1], std::ios::binary);
  const std::vector<char> bank(std::istreambuf_iterator<char>(file), {});
  char error[256];
  peal_limits limits = peal_default_limits();
  limits.full_scale = 1000;
  peal_engine* engine = peal_create(bank.data(), bank.size(), &limits, error, sizeof error);
  if (!engine) return std::fprintf(stderr, "%s\n", error), 1;
  const double left[3] = {-0.1, 0.2, 0.8}, right[3] = {0.1, 0.2, 0.8};
  peal_set_listener(engine, left, right);
  peal_pose pose = peal_default_pose();
  const int object = peal_spawn(engine, 0, &pose, 0);
  constexpr int kBlock = 128, kBlocks = 375;
  std::vector<float> out(2 * kBlock * kBlocks);
  for (int b = 0; b < kBlocks; ++b) {
    if (b % 100 == 0) {
      peal_impact hit = peal_default_impact();
      hit.a = object;
      hit.point[0] = 0.05, hit.point[1] = 0.01 * (b / 100), hit.point[2] = 0.02;
      hit.normal[0] = -1, hit.normal[1] = 0, hit.normal[2] = 0;
      hit.impulse = 0.01;
      hit.delay = 0.0003 * (b / 100);
      peal_strike(engine, &hit);
    }
    float* rows[2] = {out.data() + b * kBlock, out.data() + (kBlocks + b) * kBlock};
    peal_render(engine, rows, kBlock);
  }
  std::fwrite(out.data(), sizeof(float), out.size(), stdout);
  peal_destroy(engine);
}
