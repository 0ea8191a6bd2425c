#include "realtime/watched_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PEAL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PEAL_SANITIZED 1
#endif
#endif

namespace {
thread_local bool watching = false;
thread_local peal::WatchedCalls seen;
}  // namespace

#ifndef PEAL_SANITIZED
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) { return seen.memory += watching, __libc_malloc(size); }
void* calloc(std::size_t n, std::size_t size) {
  return seen.memory += watching, __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) {
  return seen.memory += watching, __libc_realloc(p, size);
}
void* memalign(std::size_t align, std::size_t size) {
  return seen.memory += watching, __libc_memalign(align, size);
}
void* aligned_alloc(std::size_t align, std::size_t size) { return memalign(align, size); }
int posix_memalign(void** out, std::size_t align, std::size_t size) {
  *out = memalign(align, size);
  return *out ? 0 : ENOMEM;
}
void free(void* p) { seen.memory += watching, __libc_free(p); }

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  using Lock = int (*)(pthread_mutex_t*);
  static const Lock real = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  seen.locks += watching;
  return real(mutex);
}
ssize_t write(int file, const void* data, std::size_t size) {
  using Write = ssize_t (*)(int, const void*, std::size_t);
  static const Write real = reinterpret_cast<Write>(dlsym(RTLD_NEXT, "write"));
  seen.writes += watching;
  return real(file, data, size);
}
}
#endif

namespace peal {

CallWatch::CallWatch() { seen = {}, watching = true; }
CallWatch::~CallWatch() { watching = false; }
WatchedCalls CallWatch::calls() const { return seen; }

bool calls_can_be_watched() {
#ifdef PEAL_SANITIZED
  return false;
#else
  return true;
#endif
}

}  // namespace peal
