# z of n records with six members each. Kernels of Numba take structured arrays, and read a member by its name.
# --- parameters
n = 1024
block = 256
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

members = np.dtype([(name, dtype) for name in ("x", "y", "z", "vx", "vy", "vz")])
particles = cuda.to_device(np.arange(6 * n, dtype=dtype).view(members))
heights = cuda.to_device(np.zeros(n, dtype=dtype))


# --- computation
@cuda.jit
def heights_of_objects(particles, heights):
    i = cuda.grid(1)
    if i < heights.size:
        heights[i] = particles[i]["z"]


heights_of_objects[(n + block - 1) // block, block](particles, heights)
# --- result
result = heights.copy_to_host()
print(f"a record has {members.itemsize} bytes; the last z is {result[-1]}")
