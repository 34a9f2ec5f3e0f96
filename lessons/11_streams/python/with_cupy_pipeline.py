# The chunks of a whole program on several streams, in CuPy: pinned memory, and a stream for each copy and each operation.
# --- parameters
n = 2**20
rounds = 64
chunks = 8
streams = 4
# --- inputs
import cupy as cp
import cupyx
import numpy as np

a, c = cupyx.empty_pinned(n, dtype="float32"), cupyx.empty_pinned(n, dtype="float32")
a[:] = 30 + np.arange(n) % 60
cool = cp.ElementwiseKernel(
    "float32 cup, int32 rounds",
    "float32 cooled",
    "float warm = cup; for (int k = 0; k < rounds; ++k) warm = warm + (20 - warm) * 0.01f; cooled = warm;",
    "cool",
)
# --- computation
a_device, c_device = cp.empty(n, dtype="float32"), cp.empty(n, dtype="float32")
cp.cuda.Device().synchronize()
queues = [cp.cuda.Stream(non_blocking=True) for _ in range(streams)]
each = (n + chunks - 1) // chunks
for chunk, first in enumerate(range(0, n, each)):
    part = slice(first, min(first + each, n))
    with queues[chunk % streams] as queue:
        a_device[part].set(a[part], stream=queue)
        cool(a_device[part], rounds, c_device[part])
        c_device[part].get(stream=queue, out=c[part], blocking=False)
for queue in queues:
    queue.synchronize()  # the host reads c below
# --- result
result = np.array(c)
print(f"{chunks} chunks in {streams} streams: sum = {result.sum(dtype='float64'):.1f}, last = {result[-1]:.3f}")
