// One measurement by the native engine: native friction PAIRS MODES SECONDS | modes BANKS MODES
// SECONDS | engine BANK OBJECTS SECONDS. Prints seconds of the thread's clock and the sum.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "work.h"

static double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

int main(int count, char** words) {
  if (count != 5) return 2;
  const double seconds = std::atof(words[4]);
  const bool engine = !std::strcmp(words[1], "engine");
  std::vector<char> bank;
  if (engine) {
    std::ifstream file(words[2], std::ios::binary);
    bank.assign(std::istreambuf_iterator<char>(file), {});
  }
  const double begin = now();
  const double sum = engine ? work_engine(bank.data(), bank.size(), std::atoi(words[3]), seconds)
                     : !std::strcmp(words[1], "modes")
                         ? work_modes(std::atoi(words[2]), std::atoi(words[3]), seconds)
                         : work_friction(std::atoi(words[2]), std::atoi(words[3]), seconds);
  std::printf("%.6f %.9g\n", now() - begin, sum);
}
