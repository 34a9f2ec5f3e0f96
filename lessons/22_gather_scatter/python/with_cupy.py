# c[i] = table[index[i]], on the GPU: a gather, in one kernel.
# --- parameters
n = 32
# --- inputs
import cupy as cp
import numpy as np

table = cp.arange(8, dtype="float32")
index = cp.asarray(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
# --- computation
c = table[index]
# --- result
result = cp.asnumpy(c)
print(f"c[0] = {result[0]}")
