// OpenBLAS chooses its kernels by the model of the processor when it is loaded; of models that are
// younger than the library it knows nothing and takes those of a Pentium 4, three times slower in a
// factorisation. It is told to choose again, before anything is calculated: the same kernels
// wherever there is AVX2, which also means the same modes. Who sets OPENBLAS_CORETYPE decides.
#include <dlfcn.h>

#include <cstdlib>

namespace {

[[gnu::constructor]] void choose_blas_kernels() {
#ifdef __x86_64__
  using Step = void();
  const auto forget = reinterpret_cast<Step*>(::dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit"));
  const auto choose = reinterpret_cast<Step*>(::dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init"));
  if (!forget || !choose || std::getenv("OPENBLAS_CORETYPE")) return;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
  ::setenv("OPENBLAS_CORETYPE", "Haswell", 1);
  forget();
  choose();
#endif
}

}  // namespace
