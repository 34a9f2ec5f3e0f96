# c = a + b on the GPU. Numba uses the names of CUDA C++, so the index formula is the same.
# --- parameters
n = 100
block = 32
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
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x  # cuda.grid(1) is short for this
    if i >= c.size:  # an array knows its size; an index past it is not checked
        return
    c[i] = a[i] + b[i]


blocks = (n + block - 1) // block
vector_add[blocks, block](a, b, c)
# --- result
result = c.copy_to_host()
print(f"{blocks * block - n} threads have no element; c[{n - 1}] = {result[-1]}")
