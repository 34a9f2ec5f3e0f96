# The same numbers, added by the lesson's tree: 1,024 threads each add a share, then pairs of shares are added in shared memory.
# --- parameters
n = 100000
dtype = "float16"
# --- inputs
import math

import numba
import numpy as np
from numba import cuda

a = np.random.default_rng(1).uniform(-0.5, 0.5, n).astype(dtype)
THREADS = 1024
element = numba.from_dtype(np.dtype(dtype))  # a type for shared memory


# --- computation
@cuda.jit
def tree(a, total):
    parts = cuda.shared.array(THREADS, dtype=element)
    thread = cuda.threadIdx.x
    share = total[0]  # 0, of the array's type
    for i in range(thread, a.size, THREADS):
        share = share + a[i]
    parts[thread] = share
    cuda.syncthreads()
    half = THREADS // 2
    while half > 0:
        if thread < half:
            parts[thread] = parts[thread] + parts[thread + half]
        cuda.syncthreads()  # for all threads, outside the if
        half //= 2
    if thread == 0:
        total[0] = parts[0]


total = cuda.to_device(np.zeros(1, dtype=dtype))
tree[1, THREADS](cuda.to_device(a), total)
# --- result
result = total.copy_to_host()[0]
print(f"tree: {float(result):.6f}, off by {abs(float(result) - math.fsum(a.tolist())):.6f}")
