/* Peal's engine for C and for languages that call C: the calls of peal/engine.h with the same
 * meaning, threads and units. Fill structs with the functions peal_default_..., then change what
 * you need.
 *
 * Structs may grow at their end in later versions. peal_create tells the library the sizes that
 * this header has: a program compiled with an older header goes on working with a newer library
 * (new fields have their defaults), one compiled with a newer header is refused with a sentence.
 * Languages that lay out structs themselves compare theirs with peal_sizeof. */
#ifndef PEAL_ENGINE_C_H
#define PEAL_ENGINE_C_H
#include <peal/version.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peal_engine peal_engine;

enum { PEAL_GROUND = -1 };
enum { PEAL_CONTACT_NONE = 0, PEAL_CONTACT_REST, PEAL_CONTACT_SLIDE, PEAL_CONTACT_ROLL };
enum { PEAL_FRAME_BODY = 0, PEAL_FRAME_MESH };

typedef struct peal_limits {
  double rate;
  int ears, max_objects, max_voices, max_modes, max_pushes, max_contacts, max_events;
  double max_distance, full_scale, inaudible;
  double max_memory;
  double floor_height, floor_reflection;
  int max_copies;
} peal_limits;

typedef struct peal_pose {
  double position[3];
  double rotation[4]; /* w, x, y, z */
  double velocity[3], spin[3];
} peal_pose;

typedef struct peal_impact {
  int a, b;
  double point[3], normal[3];
  double impulse, closing_speed; /* negative: unknown */
  double delay;
  int local; /* 1: point and normal are in the frame in which a (or b, if a is none) is told */
} peal_impact;

typedef struct peal_contact {
  double point[3], normal[3];
  double normal_force;
  double slip[3], roll[3];
} peal_contact;

typedef struct peal_stats {
  int64_t rendered, impacts, overflowed, refused, stolen, unheard, limited;
  int voices, modes, contacts;
  int64_t crowded;
} peal_stats;

/* Of the library: 10000 major + 100 minor + patch. Any pointer may be null. */
int peal_version(int* major, int* minor, int* patch);
const char* peal_version_string(void); /* "0.1.0" */
/* Bytes of a struct in the library: peal_sizeof("peal_limits"); 0: there is none of this name. */
size_t peal_sizeof(const char* struct_name);

/* What a program was compiled with. */
typedef struct peal_header {
  size_t bytes; /* of this struct */
  int version;  /* PEAL_VERSION_NUMBER */
  size_t limits, pose, impact, contact, stats;
} peal_header;

/* What the functions below hand on. Of a struct only `size` bytes are written. A null header: the
 * library's own sizes. */
void peal_fill_limits(peal_limits* limits, size_t size);
void peal_fill_stats(const peal_engine* engine, peal_stats* stats, size_t size);
peal_engine* peal_create_for(const void* bank, size_t bytes, const peal_limits* limits, char* error,
                             size_t error_size, const peal_header* header);
size_t peal_memory_needed_for(const void* bank, size_t bytes, const peal_limits* limits,
                              const peal_header* header);

static inline peal_header peal_this_header(void) {
  peal_header header;
  header.bytes = sizeof header;
  header.version = PEAL_VERSION_NUMBER;
  header.limits = sizeof(peal_limits);
  header.pose = sizeof(peal_pose);
  header.impact = sizeof(peal_impact);
  header.contact = sizeof(peal_contact);
  header.stats = sizeof(peal_stats);
  return header;
}

static inline peal_limits peal_default_limits(void) {
  peal_limits limits;
  peal_fill_limits(&limits, sizeof limits);
  return limits;
}
static inline peal_pose peal_default_pose(void) {
  const peal_pose pose = {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  return pose;
}
static inline peal_impact peal_default_impact(void) {
  const peal_impact impact = {PEAL_GROUND, PEAL_GROUND, {0, 0, 0}, {0, 1, 0}, -1, -1, 0, 0};
  return impact;
}
static inline peal_contact peal_default_contact(void) {
  const peal_contact contact = {{0, 0, 0}, {0, 1, 0}, 0, {0, 0, 0}, {0, 0, 0}};
  return contact;
}

/* Null, and a sentence in error (cut to error_size bytes with its end mark), when it cannot be. */
static inline peal_engine* peal_create(const void* bank, size_t bytes, const peal_limits* limits,
                                       char* error, size_t error_size) {
  const peal_header header = peal_this_header();
  return peal_create_for(bank, bytes, limits, error, error_size, &header);
}
void peal_destroy(peal_engine* engine);
/* Bytes that peal_create would reserve beside the bank; 0: the bank or a limit makes no sense. */
static inline size_t peal_memory_needed(const void* bank, size_t bytes, const peal_limits* limits) {
  const peal_header header = peal_this_header();
  return peal_memory_needed_for(bank, bytes, limits, &header);
}

int peal_bodies(const peal_engine* engine);
const char* peal_body_name(const peal_engine* engine, int body);
int peal_find_body(const peal_engine* engine, const char* name);
double peal_body_mass(const peal_engine* engine, int body);
/* 3 x 4, row-major: from coordinates of its mesh file to its body frame. */
void peal_mesh_to_body(const peal_engine* engine, int body, double out[12]);

/* The game's thread. Ids, or 1 for done; -1 or 0: refused, or the ring is full. */
int peal_spawn(peal_engine* engine, int body, const peal_pose* pose, int held);
/* The same; its poses and local points are those of its mesh: PEAL_FRAME_MESH. */
int peal_spawn_in(peal_engine* engine, int body, const peal_pose* pose, int held, int frame);
/* The same; which piece of its kind it is, 0: as computed. */
int peal_spawn_copy(peal_engine* engine, int body, const peal_pose* pose, int held, int frame,
                    int copy);
int peal_despawn(peal_engine* engine, int object);
int peal_set_pose(peal_engine* engine, int object, const peal_pose* pose);
int peal_set_listener(peal_engine* engine, const double left[3], const double right[3]);
int peal_strike(peal_engine* engine, const peal_impact* impact);
int peal_contact_begin(peal_engine* engine, int a, int b);
int peal_contact_update(peal_engine* engine, int contact, const peal_contact* state);
int peal_contact_end(peal_engine* engine, int contact);
int peal_contact_state(const peal_engine* engine, int contact);
int peal_to_world(const peal_engine* engine, int object, const double point[3], double world[3]);
int peal_dry_row(const peal_engine* engine, int object);

/* The audio thread. */
void peal_render(peal_engine* engine, float* const* ears, int frames);
void peal_render_dry(peal_engine* engine, float* const* dry, int frames);
int peal_mode_amplitudes(const peal_engine* engine, int row, float* out, int most);

/* Any thread. */
static inline peal_stats peal_get_stats(const peal_engine* engine) {
  peal_stats stats;
  peal_fill_stats(engine, &stats, sizeof stats);
  return stats;
}

#ifdef __cplusplus
}
#endif
#endif
