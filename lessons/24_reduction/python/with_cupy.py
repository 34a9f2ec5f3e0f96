# total = the sum of a, on the GPU. a.sum() launches kernels that reduce as in this lesson.
# --- parameters
n = 1024
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).integers(-9, 10, n).astype("int32"))
# --- computation
total = a.sum(dtype="int32")
# --- result
result = cp.asnumpy(total)
print(f"the sum of {n} numbers is {result}")
