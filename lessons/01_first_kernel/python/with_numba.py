# Adds one to every element on the GPU. The kernel is written in Python, and Numba compiles it at its first launch.
# --- parameters
n = 128
block = 32
dtype = "float64"
# --- inputs
import numpy as np
from numba import cuda

a = cuda.to_device(np.ones(n, dtype=dtype))


# --- computation
@cuda.jit
def add_one(a, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:
        return
    a[i] = a[i] + 1


blocks = (n + block - 1) // block
add_one[blocks, block](a, n)  # blocks first, then threads per block; asynchronous, like <<<blocks, block>>>
# --- result
result = a.copy_to_host()  # waits for the kernel
print(f"{blocks} blocks of {block} threads, all equal to 2: {(result == 2).all()}")
