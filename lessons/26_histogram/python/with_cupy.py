# counts[v] = how often the byte v is in a, on the GPU. bincount counts with atomic additions.
# --- parameters
n = 2**14
# --- inputs
import cupy as cp
import numpy as np

a = cp.asarray(np.random.default_rng(1).integers(0, 256, n).astype("uint8"))
# --- computation
counts = cp.bincount(a, minlength=256).astype("int32")
# --- result
result = cp.asnumpy(counts)
print(f"{n} bytes: 0 occurs {result[0]} times, 255 occurs {result[255]} times")
