# Cups that cool, in chunks on several streams: while one chunk is computed, others are copied.
# --- parameters
n = 2**20
rounds = 64
chunks = 8
streams = 4
dtype = "float32"
# --- inputs
import cupy as cp
import cupyx
import numpy as np

cups = np.random.default_rng(1).uniform(20, 90, n).astype(dtype)
a, c = cupyx.empty_pinned(n, dtype=dtype), cupyx.empty_pinned(n, dtype=dtype)  # without pinned memory, copies do not overlap
a[:] = cups
cool = cp.ElementwiseKernel(
    "T cup, int32 rounds",
    "T cooled",
    "T warm = cup; for (int k = 0; k < rounds; ++k) warm = warm + (T(20) - warm) * T(0.01); cooled = warm;",
    "cool",
)
# --- computation
d_a, d_c = cp.empty(n, dtype=dtype), cp.empty(n, dtype=dtype)
cp.cuda.Device().synchronize()
queues = [cp.cuda.Stream(non_blocking=True) for _ in range(streams)]
each = (n + chunks - 1) // chunks
for chunk, begin in enumerate(range(0, n, each)):
    part = slice(begin, min(begin + each, n))
    with queues[chunk % streams] as stream:  # what follows goes into this stream, and no call waits
        d_a[part].set(a[part], stream=stream)
        cool(d_a[part], rounds, d_c[part])
        d_c[part].get(stream=stream, out=c[part], blocking=False)
for stream in queues:
    stream.synchronize()
# --- result
result = np.array(c)
print(f"{chunks} chunks in {streams} streams: {cups[0]:.2f} degrees become {result[0]:.2f}")
