# Counts how often each index occurs, on the GPU. counts[index] += 1 loses updates; cupyx.scatter_add uses atomics.
# --- parameters
n = 32
# --- inputs
import cupy as cp
import cupyx
import numpy as np

index = cp.asarray(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
# --- computation
lost = cp.zeros(8, dtype=np.int32)
lost[index] += 1
counts = cp.zeros(8, dtype=np.int32)
cupyx.scatter_add(counts, index, 1)
# --- result
result = cp.asnumpy(counts)
print(f"counts[0] = {result[0]}, and {int(lost[0])} with counts[index] += 1")
