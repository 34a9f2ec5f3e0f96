# c = sin(a) cos(a), on the CPU. Each of the three operations is a map of its own, and the first two store whole arrays.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
import numpy as np

a = np.random.default_rng(1).uniform(-10, 10, n).astype(dtype)
# --- computation
c = np.sin(a) * np.cos(a)
# --- result
result = c
print(f"c[0] = {c[0]}")
