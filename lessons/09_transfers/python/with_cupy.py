# n products of 2 x 2 matrices on the GPU, from pageable, pinned or resident memory.
# --- parameters
n = 2**16
copies = "pageable"  # or "pinned" or "resident"
dtype = "float32"
# --- inputs
import time

import cupy as cp
import cupyx
import numpy as np

rng = np.random.default_rng(1)
a, b = (rng.uniform(-1, 1, (n, 4)).astype(dtype) for _ in range(2))
c = np.empty_like(a)
if copies == "pinned":  # page-locked memory, which the GPU can access directly
    pageable, (a, b, c) = (a, b, c), (cupyx.empty_like_pinned(array) for array in (a, b, c))
    for to, source in zip((a, b), pageable):
        to[:] = source
on_gpu = [cp.asarray(array) for array in (a, b)]


# --- computation
def products():
    if copies != "resident":
        for device, host in zip(on_gpu, (a, b)):
            device.set(host)  # copy in
    product = (on_gpu[0].reshape(n, 2, 2) @ on_gpu[1].reshape(n, 2, 2)).reshape(n, 4)
    if copies != "resident":
        product.get(out=c)  # copy out
    cp.cuda.Device().synchronize()
    return product


products()  # compiles, and allocates memory that the later calls reuse
start = time.perf_counter()
product = products()
ms = 1000 * (time.perf_counter() - start)
# --- result
result = cp.asnumpy(product)
print(f"{n} products, {copies}: {ms:.4f} ms")
