# c = sin(a) cos(a), on the GPU. An ElementwiseKernel is one scalar function; CuPy adds the schedule, and it is one launch.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).uniform(-10, 10, n).astype(dtype))
# --- computation
f = cp.ElementwiseKernel("T x", "T y", "y = sin(x) * cos(x)", "sin_cos")
c = f(a)
# --- result
result = cp.asnumpy(c)
print(f"c[0] = {result[0]}")
