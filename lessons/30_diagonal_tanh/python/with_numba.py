# Adds the sum of tanh over the diagonal to every element, by two launches. The second begins when the first has ended.
# --- parameters
n = 64
block = 256
dtype = "float32"
# --- inputs
import math

import numpy as np
from numba import cuda

a = cuda.to_device(np.random.default_rng(1).uniform(-3, 3, (n, n)).astype(dtype))
total = cuda.to_device(np.zeros(1, dtype=dtype))
c = cuda.device_array((n, n), dtype=dtype)


# --- computation
@cuda.jit
def fan_in(a, total):
    k = cuda.grid(1)
    if k < a.shape[0]:
        cuda.atomic.add(total, 0, math.tanh(a[k, k]))


@cuda.jit
def fan_out(a, total, c):
    k = cuda.grid(1)
    if k < a.size:
        row, column = k // a.shape[1], k % a.shape[1]
        c[row, column] = a[row, column] + total[0]


fan_in[(n + block - 1) // block, block](a, total)
fan_out[(n * n + block - 1) // block, block](a, total, c)
# --- result
result = c.copy_to_host()
print(f"trace = {total.copy_to_host()[0]}, c[0, 0] = {result[0, 0]}")
