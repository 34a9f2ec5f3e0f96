# Cups that cool, on the GPU. The fourth entry in the brackets of a launch is the dynamic shared memory in bytes. It is unused
# here, but leaves room for fewer blocks on a multiprocessor.
# --- parameters
n = 2**16
rounds = 1024
shared = 0
block = 128
# --- inputs
import time

import numpy as np
from numba import cuda

cups = np.random.default_rng(1).uniform(20, 90, n).astype(np.float32)
a, c = cuda.to_device(cups), cuda.device_array(n, dtype=np.float32)


@cuda.jit
def cool(a, c, count, rounds, factor, room):
    i = cuda.grid(1)
    if i >= count:
        return
    warm = a[i]
    for _ in range(rounds):  # each step needs the one before: only other warps can fill the wait time
        warm = warm + (room - warm) * factor
    c[i] = warm


# --- computation
def run_ms(count):
    start = time.perf_counter()
    blocks = (count + block - 1) // block
    cool[blocks, block, 0, 1024 * shared](a, c, count, rounds, np.float32(0.01), np.float32(20))
    cuda.synchronize()
    return 1000 * (time.perf_counter() - start)


run_ms(n)  # compiles
for count in min(32, n), n:
    print(f"{count} cups: {run_ms(count):.4f} ms, with the launch")
# --- result
result = c.copy_to_host()
