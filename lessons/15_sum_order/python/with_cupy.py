# The same numbers, added on the GPU: by a tree, as cp.sum does, and by atomic additions, whose order is not defined.
# --- parameters
n = 100000
dtype = "float16"
# --- inputs
import math

import cupy as cp
import numpy as np

a = np.random.default_rng(1).uniform(-0.5, 0.5, n).astype(dtype)
on_gpu = cp.asarray(a)
# --- computation
tree = on_gpu.sum()  # a fixed order: the same bits in every run; partial sums of float16 are float32
atomics = cp.ElementwiseKernel("T a", "raw T total", "atomicAdd(&total[0], a)", "atomics")
totals = []
for run in range(5):
    total = cp.zeros(1, dtype=dtype)
    atomics(on_gpu, total)
    totals.append(float(total[0]))
# --- result
result = cp.asnumpy(tree)
exact = math.fsum(a.tolist())
print(f"tree: off by {abs(float(result) - exact):.6f}")
print(f"atomics, five runs: {len(set(totals))} different sums, off by up to {max(abs(t - exact) for t in totals):.6f}")
