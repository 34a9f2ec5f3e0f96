# Cups that cool, with NumPy on one core. Each round makes three calls; with few cups, the time is mostly their overhead.
# --- parameters
n = 2**16
rounds = 1024
# --- inputs
import time

import numpy as np

cups = np.random.default_rng(1).uniform(20, 90, n).astype(np.float32)
# --- computation
for count in min(32, n), n:
    cooled = cups[:count].copy()
    start = time.perf_counter()
    for _ in range(rounds):
        cooled += (20 - cooled) * np.float32(0.01)
    print(f"{count} cups: {1000 * (time.perf_counter() - start):.3f} ms")
# --- result
result = cooled
