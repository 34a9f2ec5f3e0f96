# The root of four powers on the GPU, in one kernel: four loads, twelve operations and one store per element.
# --- parameters
n = 2**20
block = 256
dtype = "float32"
# --- inputs
import math

import numpy as np
from numba import cuda

rng = np.random.default_rng(1)
p, q, r, s = (rng.random(n).astype(dtype) for _ in range(4))
on_gpu = [cuda.to_device(array) for array in (p, q, r, s)]
out = cuda.device_array(n, dtype=dtype)


# --- computation
@cuda.jit
def powers(p, q, r, s, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    r2, s2 = r[i] * r[i], s[i] * s[i]
    out[i] = math.sqrt(p[i] * p[i] + q[i] * q[i] * q[i] + r2 * r2 + s2 * s2 * s[i])


powers[(n + block - 1) // block, block](*on_gpu, out)
# --- result
result = out.copy_to_host()
print(f"{12 / (5 * result.itemsize):.2f} operations per byte; out[0] = {result[0]}")
