# (big + small) - big on the GPU, where floats are rounded as on the CPU (IEEE 754).
# --- parameters
n = 32
power = 23
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np

big = np.dtype(dtype).type(2.0**power)
small = cp.arange(n).astype(dtype)
# --- computation
left = (small + big) - big  # two kernels: the sum is rounded when it is written to memory
# --- result
result = cp.asnumpy(left)
print(f"{int((left != small).sum())} of {n} numbers come back changed")
