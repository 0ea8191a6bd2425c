/* One body is struck once: first_sound <bank> <raw>. Writes a second of mono 32-bit floats. */
#include <peal/engine_c.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char** arguments) {
  if (count != 3) return puts("usage: first_sound <bank> <raw>"), 2;
  FILE* file = fopen(arguments[1], "rb");
  if (!file) return perror(arguments[1]), 1;
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  void* bank = malloc(size > 0 ? size : 1);
  if (!bank || fread(bank, 1, size, file) != size) return perror(arguments[1]), 1;
  fclose(file);

  char error[256];
  peal_limits limits = peal_default_limits();
  limits.ears = 1;
  peal_engine* engine = peal_create(bank, size, &limits, error, sizeof error);
  if (!engine) return printf("%s: %s\n", arguments[1], error), 1;
  const double ear[3] = {0, 0.4, 0.3};
  peal_set_listener(engine, ear, ear);
  const peal_pose pose = peal_default_pose();
  const int object = peal_spawn(engine, 0, &pose, 0);
  peal_impact impact = peal_default_impact(); /* by the ground, from below */
  impact.a = object;
  impact.point[0] = 0.03;
  impact.closing_speed = 1;
  peal_strike(engine, &impact);

  FILE* out = fopen(arguments[2], "wb");
  if (!out) return perror(arguments[2]), 1;
  float block[128], peak = 0;
  float* const ears[1] = {block};
  for (int n = 0; n < 48000; n += 128) {
    peal_render(engine, ears, 128);
    for (int i = 0; i < 128; ++i) {
      if (block[i] > peak) peak = block[i];
      if (-block[i] > peak) peak = -block[i];
    }
    fwrite(block, sizeof *block, 128, out);
  }
  printf("%s: %s, peak %.3g\n", arguments[2], peal_body_name(engine, 0), (double)peak);
  peal_destroy(engine);
  free(bank);
  return fclose(out) == 0 && peak > 0 ? 0 : 1;
}
