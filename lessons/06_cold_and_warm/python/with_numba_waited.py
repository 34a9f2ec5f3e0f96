# Where a program with Numba has to wait: a launch returns at once, and only after the wait has the clock measured the kernel.
# --- parameters
n = 2**16
rounds = 8
block = 256
# --- inputs
import time

import numpy as np
from numba import cuda

a = cuda.to_device((np.arange(n) % 100).astype("float32"))


@cuda.jit
def add_rounds(a, rounds):
    i = cuda.grid(1)
    if i < a.size:
        for _ in range(rounds):
            a[i] += 1


# --- computation
add_rounds[1, block](a, 0)  # compiles
start = time.perf_counter()
add_rounds[(n + block - 1) // block, block](a, rounds)
call = time.perf_counter() - start
cuda.synchronize()  # without it, the time is that of the call
kernel = time.perf_counter() - start
# --- result
result = a.copy_to_host()  # waits too
print(f"{1000 * call:.3f} ms for the call, {1000 * kernel:.3f} ms with the kernel; first {result[0]:.0f}, last {result[-1]:.0f}")
