/* Two things that one plays by hand, for C and for languages that call C: a body that is rubbed and
 * a body that is struck, given by a list of modes. Browser and Pure Data use these calls; bodies
 * of banks are peal/engine_c.h's.
 * SI units. Calls for one instrument come from one thread. Only those marked (allocates) allocate;
 * nothing locks, throws or does I/O. Numbers that make no sense are refused (0 is returned, nothing
 * changes); peal_rub_problem says why. */
#ifndef PEAL_INSTRUMENTS_C_H
#define PEAL_INSTRUMENTS_C_H

#ifdef __cplusplus
extern "C" {
#endif

/* x'' + decay x' + (2 pi frequency)^2 x = (shape / mass) F at the point that is rubbed or struck;
 * amplitudes fall by e in 2 / decay seconds. */
typedef struct peal_mode {
  double frequency; /* [Hz] */
  double decay;     /* [1/s] */
  double mass;      /* [kg] */
  double shape;     /* displacement of the point per unit of the mode */
} peal_mode;

/* ---- Rubbing: a mass (finger, wheel, door leaf) held by friction on a body that rings ---- */

/* Avanzini, Serafin & Rocchesso 2005, Table I, and what holds the bodies. */
typedef struct peal_rub_settings {
  double stiffness; /* sigma0 [N/m] of the bristles */
  double damping;   /* sigma1 [N s/m] */
  double viscosity; /* sigma2 [N s/m] */
  double roughness; /* rms of the noise over the way slid: sigma3 w = roughness f_N w, 0 .. 10 */
  double roughness_slope;  /* its power ~ (spatial frequency)^slope, -6 .. 2 */
  double dynamic_friction; /* mu_d */
  double static_friction;  /* mu_s >= mu_d */
  double stribeck_speed;   /* v_s [m/s] */
  double breakaway;        /* c, 0 <= c < 1: bristles below c f_c / sigma0 are elastic */
  double exciter_mass;     /* [kg] */
  double exciter_damping;  /* [1/s]: m v' + m g v = f_e - friction */
  double area;             /* [m^2] of the ringing body that moves air */
  double distance;         /* [m] to the ear */
  double rolling_load;     /* [N] with which the exciter rolls while nothing presses; 0: none */
  double rolling_radius;   /* [m] */
  double rolling_rms;      /* [m] roughness of the way it rolls over */
  double travel_from;      /* [m] stops at both ends of the exciter's way: soft, and they give */
  double travel_to;        /* back a seventh of the speed; none where both are the same */
} peal_rub_settings;

/* At the end of the last 64 samples computed: up to 63 of them may not have been handed out yet. */
typedef struct peal_rub_state {
  double tangential_force, normal_force;     /* [N] f_e, f_N */
  double exciter_position, exciter_velocity; /* [m], [m/s] */
  double resonator_position, resonator_velocity;
  double velocity; /* of the exciter on the body, v [m/s] */
  double bend;     /* z [m] */
  double friction; /* f [N] that holds the exciter back */
  double stuck;    /* part of the samples computed by the last render that computed any (64 at a
                    time) in which |v| is below a tenth of the exciter's velocity, 0 .. 1 */
} peal_rub_state;

/* Bodies and laws to begin with. */
typedef struct peal_rub_preset {
  const char* key;  /* "strong_glass" */
  const char* name; /* "Strong glass" */
  const char* line; /* what one hears */
  peal_rub_settings settings;
  peal_mode modes[4];
  int mode_count;
  double push, press; /* [N] tangential and normal force with which a hand plays it at most */
  double gain;        /* full scale per pascal that makes it about as loud as the others */
} peal_rub_preset;

int peal_rub_preset_count(void);
const peal_rub_preset* peal_rub_preset_at(int index); /* null beyond the last */
const peal_rub_preset* peal_rub_preset_named(const char* key);

typedef struct peal_rub peal_rub;

peal_rub_settings peal_default_rub_settings(void); /* a glass that is rubbed */
/* (allocates) Null when rate, settings or modes make no sense. 1 <= modes <= 256, each below
 * 0.49 rate. */
peal_rub* peal_rub_create(double rate, const peal_rub_settings* settings, const peal_mode* modes,
                          int mode_count);
void peal_rub_destroy(peal_rub* rub);
/* The sentence for the last refusal of this thread, or "". */
const char* peal_rub_problem(void);
int peal_rub_set(peal_rub* rub, const peal_rub_settings* settings);
/* (allocates) Modes keep their motion, one after the other; those that are new are at rest. */
int peal_rub_set_modes(peal_rub* rub, const peal_mode* modes, int mode_count);
/* (allocates) Vibrations of the exciter where it rubs, besides the motion of its mass: a bow or a
 * rod that rings itself, with the area [m^2] of it that moves air. The tangential force pushes on
 * them too. They begin at rest. 0 modes: it does not ring. */
int peal_rub_set_exciter_modes(peal_rub* rub, const peal_mode* modes, int mode_count, double area);
/* Force [N] on the ringing body from outside, at the same point; reached as those of
 * peal_rub_force. */
void peal_rub_push_body(peal_rub* rub, double force);
/* Forces [N] that are reached, in a straight line, within the next 64 samples. Negative tangential
 * forces push back; normal forces below 0 are 0: the contact is open. */
void peal_rub_force(peal_rub* rub, double tangential, double normal);
/* Velocity of the exciter [m/s] at once: a wheel that rolls already. */
void peal_rub_set_velocity(peal_rub* rub, double velocity);
void peal_rub_set_position(peal_rub* rub, double position);
/* Everything at rest, and silent from the next sample on. */
void peal_rub_reset(peal_rub* rub);
/* Adds pressure [Pa] at the ear to out[0 .. frames-1]. Sound follows force within 64 samples. */
void peal_rub_render(peal_rub* rub, float* out, int frames);
peal_rub_state peal_rub_get_state(const peal_rub* rub);
/* The last samples rendered, newest last, for pictures: up to `most` of them, at most 4096; zeros
 * before the first. Any may be null. Returns how many. */
int peal_rub_trace(const peal_rub* rub, float* velocity, float* bend, float* friction,
                   float* resonator_velocity, int most);

/* The same for positions [m] and velocities [m/s] of both bodies at the contact: velocities are
 * means over a sample, positions those at its end. */
int peal_rub_states(const peal_rub* rub, float* exciter_position, float* exciter_velocity,
                    float* resonator_position, float* resonator_velocity, int most);

/* ---- Striking: modes that ring ---- */

typedef struct peal_modal peal_modal;

/* (allocates) 1 <= modes <= 4096. */
peal_modal* peal_modal_create(double rate, const peal_mode* modes, int mode_count, double area,
                              double distance);
void peal_modal_destroy(peal_modal* modal);
/* (allocates) Modes keep their motion. peal_rub_problem says why modes or strikes are refused. */
int peal_modal_set_modes(peal_modal* modal, const peal_mode* modes, int mode_count);
/* A half-sine push of `impulse` [N s] that lasts `duration` [s], `delay` samples from now; at most
 * 64 may wait. */
int peal_modal_strike(peal_modal* modal, double impulse, double duration, double delay);
/* Adds pressure [Pa] at the ear to out. A force [N] per sample acts at the same point, added to
 * strikes; force may be null. Whoever renders multiples of 64 frames hears forces at once; after
 * any other number they are heard 64 samples late, until peal_modal_stop. */
void peal_modal_render(peal_modal* modal, const float* force, float* out, int frames);
void peal_modal_stop(peal_modal* modal);
/* Displacement [m] of the point now. */
double peal_modal_position(const peal_modal* modal);

#ifdef __cplusplus
}
#endif
#endif
