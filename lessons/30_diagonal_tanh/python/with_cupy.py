# Adds the sum of tanh over the diagonal to every element, on the GPU. The trace is an array of no dimensions and stays on the GPU.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).uniform(-3, 3, (n, n)).astype(dtype))
# --- computation
trace = cp.tanh(cp.diag(a)).sum()
c = a + trace
# --- result
result = cp.asnumpy(c)
print(f"trace = {float(trace)}, c[0, 0] = {result[0, 0]}")
