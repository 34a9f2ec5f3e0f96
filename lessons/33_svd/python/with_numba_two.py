# The singular values of n matrices of 2 x 2, one thread per matrix: a kernel of your own.
# --- parameters
n = 4
block = 256
# --- inputs
import math

import numpy as np
from numba import cuda

a = cuda.to_device(np.random.default_rng(1).uniform(-1, 1, (n, 2, 2)).astype("float32"))
values = cuda.to_device(np.zeros((n, 2), dtype="float32"))


# --- computation
@cuda.jit
def two_by_two(a, values):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    x, y, z, w = a[i, 0, 0], a[i, 0, 1], a[i, 1, 0], a[i, 1, 1]
    pp, qq, pq = x * x + z * z, y * y + w * w, x * y + z * w
    half = (pp - qq) / 2
    larger = math.sqrt((pp + qq) / 2 + math.sqrt(half * half + pq * pq))
    values[i, 0] = larger
    values[i, 1] = abs(x * w - y * z) / larger if larger > 0 else 0


two_by_two[(n + block - 1) // block, block](a, values)
# --- result
result = values.copy_to_host()
print(f"{n} matrices; the values of the first are {result[0].tolist()}")
