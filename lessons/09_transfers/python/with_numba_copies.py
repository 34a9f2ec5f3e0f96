# Three kernels and two copies, in Numba: a NumPy array that is given to a kernel is copied to the device and back each time.
# --- parameters
n = 2**16
block = 256
# --- inputs
import numpy as np
from numba import cuda

numbers = (np.arange(n) % 100).astype("float32")


@cuda.jit
def scale(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 0.5


@cuda.jit
def shift(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 3


@cuda.jit
def square(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= a[i]


# --- computation
blocks = (n + block - 1) // block
a = cuda.to_device(numbers)  # the one copy to the device; scale[blocks, block](numbers) would make one per kernel
for kernel in (scale, shift, square):
    kernel[blocks, block](a)
# --- result
result = a.copy_to_host()  # the one copy back
print(f"sum = {result.sum(dtype='float64'):.2f}, last = {result[-1]:.2f}")
