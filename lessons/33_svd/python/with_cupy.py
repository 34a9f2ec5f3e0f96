# The singular values of a matrix, largest first, with CuPy. cuSOLVER does it, on the GPU.
# --- parameters
edge = 16
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).uniform(-1, 1, (edge, edge)))
# --- computation
values = cp.linalg.svd(a, compute_uv=False)
# --- result
result = cp.asnumpy(values)
print(f"the largest is {result[0]}, the smallest {result[-1]}")
