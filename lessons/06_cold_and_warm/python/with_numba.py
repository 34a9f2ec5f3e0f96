# Adds one to every element, eight times, and times each run. Numba compiles the kernel at the first launch, once for each
# combination of argument types.
# --- parameters
n = 2**16
block = 256
dtype = "float64"
# --- inputs
import statistics
import time

import numpy as np
from numba import cuda

a = cuda.to_device(np.ones(n, dtype=dtype))


@cuda.jit
def add_one(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


# --- computation
times_ms = []
for run in range(8):
    start = time.perf_counter()
    add_one[(n + block - 1) // block, block](a)
    cuda.synchronize()  # a launch does not wait
    times_ms.append(1000 * (time.perf_counter() - start))
# --- result
result = a.copy_to_host()
print(f"first run {times_ms[0]:.3f} ms, median of the others {statistics.median(times_ms[1:]):.3f} ms")
