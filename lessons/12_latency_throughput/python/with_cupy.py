# Cups that cool, on the GPU: 32 cups, then all of them. Shared memory that the kernel does not use lowers the occupancy.
# --- parameters
n = 2**16
rounds = 1024
shared = 0
block = 128
# --- inputs
import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

cups = np.random.default_rng(1).uniform(20, 90, n).astype(np.float32)
# --- computation
cool = cp.RawKernel(
    r"""
extern "C" __global__ void cool(const float* a, float* c, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float warm = a[i];
    for (int round = 0; round < rounds; ++round) warm = warm + (20.0f - warm) * 0.01f;
    c[i] = warm;
}
""",
    "cool",
)
a, c = cp.asarray(cups), cp.empty(n, dtype=cp.float32)


def run(count):
    arguments = (a, c, cp.int32(count), cp.int32(rounds))
    cool(((count + block - 1) // block,), (block,), arguments, shared_mem=1024 * shared)


for count in min(32, n), n:
    ms = 1000 * np.median(benchmark(run, (count,), n_repeat=10, n_warmup=2).gpu_times)
    print(f"{count} cups: {ms:.4f} ms")
# --- result
result = cp.asnumpy(c)
