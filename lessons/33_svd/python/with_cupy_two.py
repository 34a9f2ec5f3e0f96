# The singular values of n matrices of 2 x 2, with CuPy. One call takes the whole batch.
# --- parameters
n = 4
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).uniform(-1, 1, (n, 2, 2)).astype("float32"))
# --- computation
values = cp.linalg.svd(a, compute_uv=False)
# --- result
result = cp.asnumpy(values)
print(f"{n} matrices; the values of the first are {result[0].tolist()}")
