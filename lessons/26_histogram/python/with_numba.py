# counts[v] = how often the byte v is in a. A few blocks count in bins of their own in shared memory, and then merge them.
# --- parameters
n = 2**14
block = 256
blocks = 4
# --- inputs
import numpy as np
from numba import cuda, int32

a = cuda.to_device(np.random.default_rng(1).integers(0, 256, n).astype("uint8"))
counts = cuda.to_device(np.zeros(256, dtype="int32"))


# --- computation
@cuda.jit
def histogram(a, counts):
    own = cuda.shared.array(256, dtype=int32)
    for b in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        own[b] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(own, a[i], 1)
    cuda.syncthreads()
    for b in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        cuda.atomic.add(counts, b, own[b])


histogram[blocks, block](a, counts)
# --- result
result = counts.copy_to_host()
print(f"{n} bytes: 0 occurs {result[0]} times, 255 occurs {result[255]} times")
