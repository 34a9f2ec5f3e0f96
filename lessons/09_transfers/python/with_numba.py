# n products of 2 x 2 matrices on the GPU, one thread per product, from pageable, pinned or resident memory.
# --- parameters
n = 2**16
copies = "pageable"  # or "pinned" or "resident"
block = 256
dtype = "float32"
# --- inputs
import time

import numpy as np
from numba import cuda

rng = np.random.default_rng(1)
a, b = (rng.uniform(-1, 1, (n, 4)).astype(dtype) for _ in range(2))
c = np.empty_like(a)
if copies == "pinned":
    pageable, (a, b, c) = (a, b), (cuda.pinned_array((n, 4), dtype=dtype) for _ in range(3))
    a[:], b[:] = pageable
on_gpu = [cuda.to_device(array) for array in (a, b)] + [cuda.device_array((n, 4), dtype=dtype)]


@cuda.jit
def products_2x2(a, b, c):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    for row in range(2):
        for col in range(2):
            c[i, 2 * row + col] = a[i, 2 * row] * b[i, col] + a[i, 2 * row + 1] * b[i, 2 + col]


# --- computation
def products():
    if copies != "resident":
        for array, to in zip((a, b), on_gpu):
            cuda.to_device(array, to=to)
    products_2x2[(n + block - 1) // block, block](*on_gpu)
    if copies != "resident":
        on_gpu[2].copy_to_host(c)
    cuda.synchronize()


products()  # compiles
start = time.perf_counter()
products()
ms = 1000 * (time.perf_counter() - start)
# --- result
result = on_gpu[2].copy_to_host()
print(f"{n} products, {copies}: {ms:.4f} ms")
