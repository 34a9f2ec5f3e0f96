# Multiply and add on the GPU. A literal such as 0.5 is float64 in Numba, and x * 0.5 is then computed in float64.
# --- parameters
n = 2**22
steps = 1
block = 256
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

a = np.random.default_rng(1).uniform(0, 100, n).astype(dtype)
c = cuda.device_array(n, dtype=dtype)


# --- computation
@cuda.jit
def multiply_add(a, c, factor, addend, steps):
    i = cuda.grid(1)
    if i >= a.size:
        return
    x = a[i]
    for _ in range(steps):
        x = x * factor + addend  # all of one type, so the result is of that type
    c[i] = x


number = np.dtype(dtype).type  # factor and addend have the array's type; a Python number would not
multiply_add[(n + block - 1) // block, block](cuda.to_device(a), c, number(-1), number(0), steps)
# --- result
result = c.copy_to_host()
print(f"{n} elements of {result.dtype}: c[0] = {result[0]}")
