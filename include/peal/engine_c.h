/* Peal's engine for C and for languages that call C: the calls of peal/engine.h with the same
 * meaning, threads and units. Structs may grow at their end in later versions: fill them with the
 * functions peal_default_..., then change what you need. */
#ifndef PEAL_ENGINE_C_H
#define PEAL_ENGINE_C_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peal_engine peal_engine;

enum { PEAL_GROUND = -1 };
enum { PEAL_CONTACT_NONE = 0, PEAL_CONTACT_REST, PEAL_CONTACT_SLIDE, PEAL_CONTACT_ROLL };

typedef struct peal_limits {
  double rate;
  int ears, max_objects, max_voices, max_modes, max_pushes, max_contacts, max_events;
  double max_distance, full_scale, inaudible;
  double max_memory;
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

peal_limits peal_default_limits(void);
peal_pose peal_default_pose(void);
peal_impact peal_default_impact(void);
peal_contact peal_default_contact(void);

/* Null, and a sentence in error (cut to error_size bytes with its end mark), when it cannot be. */
peal_engine* peal_create(const void* bank, size_t bytes, const peal_limits* limits, char* error,
                         size_t error_size);
void peal_destroy(peal_engine* engine);
/* Bytes that peal_create would reserve beside the bank; 0: the bank or a limit makes no sense. */
size_t peal_memory_needed(const void* bank, size_t bytes, const peal_limits* limits);

int peal_bodies(const peal_engine* engine);
const char* peal_body_name(const peal_engine* engine, int body);
int peal_find_body(const peal_engine* engine, const char* name);
double peal_body_mass(const peal_engine* engine, int body);

/* The game's thread. Ids, or 1 for done; -1 or 0: refused, or the ring is full. */
int peal_spawn(peal_engine* engine, int body, const peal_pose* pose, int held);
int peal_despawn(peal_engine* engine, int object);
int peal_set_pose(peal_engine* engine, int object, const peal_pose* pose);
int peal_set_listener(peal_engine* engine, const double left[3], const double right[3]);
int peal_strike(peal_engine* engine, const peal_impact* impact);
int peal_contact_begin(peal_engine* engine, int a, int b);
int peal_contact_update(peal_engine* engine, int contact, const peal_contact* state);
int peal_contact_end(peal_engine* engine, int contact);
int peal_contact_state(const peal_engine* engine, int contact);
int peal_dry_row(const peal_engine* engine, int object);

/* The audio thread. */
void peal_render(peal_engine* engine, float* const* ears, int frames);
void peal_render_dry(peal_engine* engine, float* const* dry, int frames);
int peal_mode_amplitudes(const peal_engine* engine, int row, float* out, int most);

/* Any thread. */
peal_stats peal_get_stats(const peal_engine* engine);

#ifdef __cplusplus
}
#endif
#endif
