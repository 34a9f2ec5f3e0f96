# c = a + b on the GPU with a grid-stride loop, which is range(start, n, stride).
# --- parameters
n = 1000
grid_blocks = 2
block = 64
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

a = cuda.to_device(np.arange(n, dtype=dtype))
b = cuda.to_device(np.ones(n, dtype=dtype))
c = cuda.to_device(np.zeros(n, dtype=dtype))


# --- computation
@cuda.jit
def vector_add(a, b, c):
    start = cuda.grid(1)  # blockIdx.x * blockDim.x + threadIdx.x
    stride = cuda.gridsize(1)  # gridDim.x * blockDim.x
    for i in range(start, c.size, stride):  # Numba's indices have 64 bits
        c[i] = a[i] + b[i]


vector_add[grid_blocks, block](a, b, c)
# --- result
result = c.copy_to_host()
print(f"{grid_blocks * block} threads, {n} elements; c[{n - 1}] = {result[-1]}")
