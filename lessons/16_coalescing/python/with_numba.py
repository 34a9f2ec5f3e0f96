# c = every stride-th element of a. Neighbouring threads write neighbouring elements, and read elements that are a stride apart.
# --- parameters
n = 1024
stride = 1
shift = 0
block = 256
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

a = cuda.to_device(np.arange(n * stride + shift, dtype=dtype))
c = cuda.to_device(np.zeros(n, dtype=dtype))


# --- computation
@cuda.jit
def strided(a, c, stride, shift):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i * stride + shift]


strided[(n + block - 1) // block, block](a, c, stride, shift)
# --- result
result = c.copy_to_host()
print(f"{n} elements, {stride} apart; the last one is {result[-1]}")
