#!/usr/bin/env python3
"""A simulator of one's own: a drum of masses and springs, struck with a weight, written as a recorded surface.

    python3 mass_spring.py drum.h5 && peal import --surface drum.h5 -o drum && peal render drum/scene.json

Needs numpy and h5py. docs/reference/surface-file.md says what each array is.
"""
import sys

import h5py
import numpy as np

CELLS, SIDE, THICKNESS, DENSITY = 14, 0.3, 2e-4, 1400.0  # a square of Mylar [m], [kg/m^3]
TENSION, LOSS, SECONDS = 1500.0, 8.0, 0.12               # [N/m], [1/s], [s]
RATE, STEPS = 48000, 8                                   # [Hz] written, steps to a frame

n = CELLS + 1
cell = SIDE / CELLS
x, z = np.meshgrid(np.linspace(-SIDE / 2, SIDE / 2, n), np.linspace(SIDE / 2, -SIDE / 2, n))
rest = np.stack([x.ravel(), np.zeros(n * n), z.ravel()], axis=1)
index = np.arange(n * n).reshape(n, n)
a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
triangles = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
springs = np.concatenate([np.stack([index[:, :-1].ravel(), index[:, 1:].ravel()], 1),
                          np.stack([index[:-1].ravel(), index[1:].ravel()], 1)])
length = cell / (1 + 1e-2)                               # springs are stretched by 1 %
stiffness = TENSION * cell / (cell - length)
mass = DENSITY * THICKNESS * cell**2
free = np.ones(n * n, bool)
free[np.concatenate([index[0], index[-1], index[:, 0], index[:, -1]])] = False
struck = index[n // 2, n // 3]

place, velocity = rest.copy(), np.zeros_like(rest)
step = 1 / (RATE * STEPS)
weights = np.hanning(2 * STEPS + 1)[:-1] / STEPS         # a low-pass before thinning out
velocities, positions, times, history = [], [], [], []
for k in range(int(SECONDS * RATE * STEPS)):
    side = place[springs[:, 1]] - place[springs[:, 0]]
    now = np.linalg.norm(side, axis=1)
    pull = side * (stiffness * (1 - length / now))[:, None]
    force = np.zeros_like(place)
    np.add.at(force, springs[:, 0], pull)
    np.add.at(force, springs[:, 1], -pull)
    t = k * step - 0.02
    if 0 < t < 1e-3:
        force[struck, 1] -= 2 * np.sin(np.pi * t / 1e-3)
    velocity = (velocity + step * force / mass * free[:, None]) * np.exp(-step * LOSS)
    place = place + step * velocity
    history = history[-(2 * STEPS - 1):] + [velocity]
    if (k + 1) % STEPS == 0 and len(history) == 2 * STEPS:
        velocities.append(np.tensordot(weights, history, 1).astype(np.float32))
        if (len(velocities) - 1) % 24 == 0:              # every half millisecond: where it was
            positions.append(place - STEPS * step * velocity)
            times.append(len(velocities) / RATE)

with h5py.File(sys.argv[1], "w") as f:
    f.attrs.update({"format": "peal surface", "version": 1, "rate": float(RATE), "begin": 1 / RATE,
                    "kind": "sheet", "thickness": THICKNESS, "origin": "mass_spring.py"})
    f["triangles"] = triangles.astype(np.int32)
    f["rest"] = rest
    f.create_dataset("velocity", data=velocities, chunks=(480, n * n, 3))
    f["position"], f["position_time"] = np.array(positions), np.array(times)
