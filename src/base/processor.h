// What the processor can do, asked at run time: kernels choose by it. Others than x86-64 (the
// browser's wasm32) have one instruction set, that of the compiler.
#pragma once

namespace peal {

inline bool has_avx2() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

}  // namespace peal
