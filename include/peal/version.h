/* Version of these headers; peal_version() in engine_c.h is that of the library that runs. */
#ifndef PEAL_VERSION_H
#define PEAL_VERSION_H

#define PEAL_VERSION_MAJOR 0
#define PEAL_VERSION_MINOR 1
#define PEAL_VERSION_PATCH 0
#define PEAL_VERSION_STRING "0.1.0"
/* 10000 major + 100 minor + patch */
#define PEAL_VERSION_NUMBER \
  (10000 * PEAL_VERSION_MAJOR + 100 * PEAL_VERSION_MINOR + PEAL_VERSION_PATCH)

/* The N of libpeal-engine.so.N: another number when a call has gone or means something else. */
#define PEAL_ENGINE_ABI 1

#endif
