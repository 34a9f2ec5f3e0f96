# The chunks of a whole program on several streams, in Numba: pinned memory, and a stream for each copy and each launch.
# --- parameters
n = 2**20
rounds = 64
chunks = 8
streams = 4
block = 256
# --- inputs
import numpy as np
from numba import cuda

a, c = cuda.pinned_array(n, dtype="float32"), cuda.pinned_array(n, dtype="float32")
a[:] = 30 + np.arange(n) % 60


@cuda.jit
def cool(a, c, rounds):
    i = cuda.grid(1)
    if i >= a.size:
        return
    warm = a[i]
    for _ in range(rounds):
        warm += (np.float32(20) - warm) * np.float32(0.01)
    c[i] = warm


# --- computation
a_device, c_device = cuda.device_array(n, dtype="float32"), cuda.device_array(n, dtype="float32")
queues = [cuda.stream() for _ in range(streams)]
each = (n + chunks - 1) // chunks
for chunk in range(chunks):
    first, end = chunk * each, min((chunk + 1) * each, n)
    if first >= end:
        break
    queue = queues[chunk % streams]
    cuda.to_device(a[first:end], to=a_device[first:end], stream=queue)
    cool[(end - first + block - 1) // block, block, queue](a_device[first:end], c_device[first:end], rounds)
    c_device[first:end].copy_to_host(c[first:end], stream=queue)
cuda.synchronize()  # the host reads c below
# --- result
result = np.array(c)
print(f"{chunks} chunks in {streams} streams: sum = {result.sum(dtype='float64'):.1f}, last = {result[-1]:.3f}")
