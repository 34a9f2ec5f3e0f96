# y = sin(x) cos(x) on the GPU in one kernel. sincos reduces its argument once and returns both values.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np

x = np.random.default_rng(1).uniform(-10, 10, n).astype(dtype)
# --- computation
call = "sincosf" if dtype == "float32" else "sincos"
sin_cos = cp.ElementwiseKernel("T x", "T y", f"T s, c; {call}(x, &s, &c); y = s * c", "sin_cos")
# --- result
result = cp.asnumpy(sin_cos(cp.asarray(x)))
print(f"y[0] = {result[0]}")
