# b = a[::step] on the GPU is a view: a kernel that doubles the elements of b changes a.
# --- parameters
n = 48
step = 2
block = 64
# --- inputs
import numpy as np
from numba import cuda

a = cuda.to_device(np.arange(n, dtype="float32"))


# --- computation
@cuda.jit
def double(b):
    k = cuda.grid(1)
    if k < b.size:
        b[k] *= 2


b = a[::step]
double[(b.size + block - 1) // block, block](b)
# --- result
result = a.copy_to_host()
print(f"a[{step}] = {result[step]}")
