# Adds one to every element, eight times, and times each run. Nothing is compiled; compare the first run with the later ones.
# --- parameters
n = 2**16
dtype = "float64"
# --- inputs
import statistics
import time

import numpy as np

a = np.ones(n, dtype=dtype)
# --- computation
times_ms = []
for run in range(8):
    start = time.perf_counter()
    a += 1
    times_ms.append(1000 * (time.perf_counter() - start))
# --- result
result = a
print(f"first run {times_ms[0]:.3f} ms, median of the others {statistics.median(times_ms[1:]):.3f} ms")
