# (big + small) - big on the GPU. In Numba, float32 + int64 is computed in float64: convert before you add.
# --- parameters
n = 32
power = 23
block = 32
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

big = np.dtype(dtype).type(2.0**power)
small = cuda.to_device(np.arange(n).astype(dtype))  # like T(i) in the CUDA kernel
left = cuda.device_array(n, dtype=dtype)


# --- computation
@cuda.jit
def what_is_left(left, small, big):
    i = cuda.grid(1)
    if i >= left.size:
        return
    total = big + small[i]
    left[i] = total - big


what_is_left[(n + block - 1) // block, block](left, small, big)
# --- result
result = left.copy_to_host()
print(f"{np.count_nonzero(result != np.arange(n))} of {n} numbers come back changed")
