# The root of four powers on the GPU: one kernel per operation, and then all operations fused into one kernel.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

rng = np.random.default_rng(1)
p, q, r, s = (rng.random(n).astype(dtype) for _ in range(4))
on_gpu = tuple(cp.asarray(array) for array in (p, q, r, s))


# --- computation
def powers(p, q, r, s):
    r2, s2 = r * r, s * s
    return cp.sqrt(p * p + q * q * q + r2 * r2 + s2 * s2 * s)


fused = cp.fuse(powers)  # one kernel: intermediate results stay in registers
for name, function in ("one kernel per operation", powers), ("fused", fused):
    ms = 1000 * np.median(benchmark(function, on_gpu, name=name, n_repeat=10, n_warmup=2).gpu_times)
    print(f"{name}: {ms:.4f} ms")
# --- result
result = cp.asnumpy(fused(*on_gpu))
