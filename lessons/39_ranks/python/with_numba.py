# The integral of cos over 0..1 by midpoints: a kernel per rank, as in the lesson, with one atomic per thread.
# --- parameters
n = 2**12
ranks = 4
block = 128
# --- inputs
import math

import numpy as np
from numba import cuda

each = (n + ranks - 1) // ranks


# --- computation
@cuda.jit
def share_of_integral(part, n, rank, each):
    i = rank * each + cuda.grid(1)
    if i < min(n, (rank + 1) * each):
        cuda.atomic.add(part, rank, math.cos((i + 0.5) / n) / n)


part = cuda.to_device(np.zeros(ranks))
for rank in range(ranks):
    share_of_integral[(each + block - 1) // block, block](part, n, rank, each)
# --- result
result = np.array([part.copy_to_host().sum()])
print(f"{ranks} shares: {result[0]:.12f}")
