# Which of n random points are within the quarter circle, one thread per point. Numba's own generator has a state per thread;
# here, point i is computed from i.
# --- parameters
n = 2**12
seed = 1
block = 256
# --- inputs
import numpy as np
from numba import cuda

hits = cuda.to_device(np.zeros(n, dtype="uint8"))


# --- computation
@cuda.jit(device=True)
def mix(x):
    x = ((x ^ (x >> np.uint32(16))) * np.uint32(0x7FEB352D)) & np.uint32(0xFFFFFFFF)
    x = ((x ^ (x >> np.uint32(15))) * np.uint32(0x846CA68B)) & np.uint32(0xFFFFFFFF)
    return np.uint32(x ^ (x >> np.uint32(16)))


@cuda.jit
def find_hits(hits, seed):
    i = np.uint32(cuda.grid(1))
    if i >= hits.size:
        return
    key = mix(np.uint32(seed + 1))
    x = np.uint64(mix(np.uint32(np.uint32(2 * i) ^ key)) >> np.uint32(1))
    y = np.uint64(mix(np.uint32(np.uint32(2 * i + 1) ^ key)) >> np.uint32(1))
    hits[i] = x * x + y * y < np.uint64(1 << 62)


find_hits[(n + block - 1) // block, block](hits, seed)
# --- result
result = hits.copy_to_host()
print(f"{result.sum()} of {n} points: pi is about {4 * result.sum() / n}")
