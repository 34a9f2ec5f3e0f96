# Cups that cool, in chunks on several streams. The stream is the third entry in the brackets of a launch.
# --- parameters
n = 2**20
rounds = 64
chunks = 8
streams = 4
block = 256
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

cups = np.random.default_rng(1).uniform(20, 90, n).astype(dtype)
a, c = cuda.pinned_array(n, dtype=dtype), cuda.pinned_array(n, dtype=dtype)  # without pinned memory, copies do not overlap
a[:] = cups


@cuda.jit
def cool(a, c, rounds, factor, room):
    i = cuda.grid(1)
    if i >= a.size:
        return
    warm = a[i]
    for _ in range(rounds):
        warm = warm + (room - warm) * factor
    c[i] = warm


# --- computation
number = np.dtype(dtype).type  # 0.01 alone would be float64, and so would the results
d_a, d_c = cuda.device_array(n, dtype=dtype), cuda.device_array(n, dtype=dtype)
queues = [cuda.stream() for _ in range(streams)]
each = (n + chunks - 1) // chunks
for chunk, begin in enumerate(range(0, n, each)):
    part, stream = slice(begin, min(begin + each, n)), queues[chunk % streams]
    cuda.to_device(a[part], stream=stream, to=d_a[part])
    blocks = (part.stop - begin + block - 1) // block
    cool[blocks, block, stream](d_a[part], d_c[part], rounds, number(0.01), number(20))
    d_c[part].copy_to_host(c[part], stream=stream)
cuda.synchronize()
# --- result
result = np.array(c)
print(f"{chunks} chunks in {streams} streams: {cups[0]:.2f} degrees become {result[0]:.2f}")
