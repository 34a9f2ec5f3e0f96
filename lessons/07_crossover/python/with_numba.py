# c = a + b on the GPU. Numba automatically copies NumPy arrays to the GPU before a launch, and all of them back after it.
# --- parameters
n = 2**20
block = 256
dtype = "float32"
# --- inputs
import time

import numpy as np
from numba import cuda

rng = np.random.default_rng(1)
high = 100 if dtype.startswith("int") else 1
a, b = (rng.uniform(0, high, n).astype(dtype) for _ in range(2))
c = np.zeros_like(a)


@cuda.jit
def vector_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


# --- computation
def run(a, b, c):
    start = time.perf_counter()
    vector_add[(n + block - 1) // block, block](a, b, c)
    cuda.synchronize()
    return 1000 * (time.perf_counter() - start)


run(a, b, c)  # compiles
copied_ms = run(a, b, c)  # a, b and c to the GPU, and all three back
on_gpu = [cuda.to_device(array) for array in (a, b, c)]
resident_ms = run(*on_gpu)
# --- result
result = c
print(f"{n} elements, NumPy arrays: {copied_ms:.4f} ms; arrays on the GPU: {resident_ms:.4f} ms")
