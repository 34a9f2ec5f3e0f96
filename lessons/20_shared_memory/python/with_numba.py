# c[i] = a[i - 1] + a[i] + a[i + 1], through a tile in shared memory with one element of halo on each side.
# --- parameters
n = 768
block = 256
dtype = "float32"
# --- inputs
import numba
import numpy as np
from numba import cuda

a = cuda.to_device(np.arange(n, dtype=dtype))
c = cuda.to_device(np.zeros(n, dtype=dtype))
element = numba.from_dtype(np.dtype(dtype))  # a type for shared memory


# --- computation
@cuda.jit
def add_neighbours(a, c):
    tile = cuda.shared.array(1024 + 2, dtype=element)
    i, x = cuda.grid(1), cuda.threadIdx.x
    tile[x + 1] = a[i] if i < a.size else 0
    if x == 0:
        tile[0] = a[i - 1] if i > 0 else 0
    if x == cuda.blockDim.x - 1:
        tile[x + 2] = a[i + 1] if i + 1 < a.size else 0
    cuda.syncthreads()
    if i < c.size:
        c[i] = tile[x] + tile[x + 1] + tile[x + 2]


add_neighbours[(n + block - 1) // block, block](a, c)
# --- result
result = c.copy_to_host()
print(f"c[0] = {result[0]}, c[{n - 1}] = {result[-1]}")
