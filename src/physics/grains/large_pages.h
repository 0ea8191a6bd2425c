// Arrays that are read at random places: large ones ask for large pages, where the system has them,
// since looking up small pages costs as much as reading what is on them.
#pragma once
#include <cstddef>
#include <new>
#include <vector>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace peal {

template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{1} << 21;
  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}
  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t(bytes >= kPage ? kPage : 64);
  }
  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    void* p = ::operator new(bytes, alignment(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= kPage) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) { ::operator delete(p, alignment(n * sizeof(T))); }
  bool operator==(const LargePages&) const { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace peal
