# Counts past the largest integer on the GPU. In Numba, uint64 + int64 is float64: keep unsigned and signed integers apart.
# --- parameters
n = 12
block = 32
dtype = "uint64"
# --- inputs
import numpy as np
from numba import cuda

start = np.array([np.iinfo(dtype).max - 3], dtype=np.uint64)
value = cuda.device_array(n, dtype=np.uint64)


# --- computation
@cuda.jit
def count_on(value, start):
    i = cuda.grid(1)
    if i >= value.size:
        return
    value[i] = start[0] + np.uint64(i)  # without np.uint64 it would be float64, whose significand has 53 bits


count_on[(n + block - 1) // block, block](value, cuda.to_device(start))
# --- result
result = value.copy_to_host().astype(dtype)  # keeps the lowest bits
print(f"after {np.iinfo(dtype).max} comes {result[4] if n > 4 else '...'}")
