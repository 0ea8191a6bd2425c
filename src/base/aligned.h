// Arrays on 32-byte boundaries for vector loads.
#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace peal {

template <class T>
struct Aligned32 {
  using value_type = T;
  Aligned32() = default;
  template <class U>
  Aligned32(const Aligned32<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(32)));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t(32)); }
  bool operator==(const Aligned32&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, Aligned32<T>>;

}  // namespace peal
