# Cups that cool, on the GPU. In one kernel the cup stays in a register: more rounds add operations, but no bytes.
# --- parameters
n = 2**20
rounds = 64
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

cups = np.random.default_rng(1).uniform(20, 90, n).astype(dtype)
# --- computation
cool = cp.ElementwiseKernel(
    "T cup, int32 rounds",
    "T cooled",
    """
    T warm = cup;
    for (int round = 0; round < rounds; ++round) warm = warm + (T(20) - warm) * T(0.01);
    cooled = warm;
    """,
    "cool",
)
on_gpu = cp.asarray(cups)
for count in 1, rounds:
    ms = 1000 * np.median(benchmark(cool, (on_gpu, count), name="cool", n_repeat=10, n_warmup=2).gpu_times)
    print(f"{count} rounds: {ms:.4f} ms, {3 * count / (2 * on_gpu.itemsize):.2f} operations per byte")
# --- result
result = cp.asnumpy(cool(on_gpu, rounds))
