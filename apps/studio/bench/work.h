// See work.cpp.
#pragma once
#include <stddef.h>

extern "C" {
double work_friction(int pairs, int mode_count, double seconds);
double work_modes(int banks, int mode_count, double seconds);
double work_engine(const void* bank, size_t bytes, int objects, double seconds);
}
