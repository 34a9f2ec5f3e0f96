# Adds one to the first of two vectors on the GPU. Numba does not check indices in a kernel: you write the guard.
# --- parameters
n = 1000
block = 256
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

a = cuda.to_device(np.ones(2 * n, dtype=dtype))


# --- computation
@cuda.jit
def add_one(a, n):
    i = cuda.grid(1)
    if i < n:  # a.size would be wrong here: it is 2 * n
        a[i] += 1


blocks = (n + block - 1) // block  # rounded up: // rounds down
add_one[blocks, block](a, n)
# --- result
result = a.copy_to_host()
print(f"{blocks * block - n} threads past the first vector; the second one is unchanged: {(result[n:] == 1).all()}")
