# c = sin(a) cos(a), by a device function of one element and a kernel that schedules it: one thread per element.
# --- parameters
n = 1024
block = 64
dtype = "float32"
# --- inputs
import math

import numpy as np
from numba import cuda

a = cuda.to_device(np.random.default_rng(1).uniform(-10, 10, n).astype(dtype))
c = cuda.device_array(n, dtype=dtype)


# --- computation
@cuda.jit(device=True)
def f(x):
    return math.sin(x) * math.cos(x)


@cuda.jit
def map_by_threads(a, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = f(a[i])


map_by_threads[(n + block - 1) // block, block](a, c)
# --- result
result = c.copy_to_host()
print(f"c[0] = {result[0]}")
