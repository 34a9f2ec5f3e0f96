# sums = the inclusive prefix sums of each row, on the GPU. cumsum runs a scan.
# --- parameters
rows = 4
n = 64
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).integers(1, 10, (rows, n)).astype("int32"))
# --- computation
sums = cp.cumsum(a, axis=1, dtype="int32")
# --- result
result = cp.asnumpy(sums)
print(f"row 0 begins with {result[0, :4].tolist()} and ends with {result[0, -1]}")
