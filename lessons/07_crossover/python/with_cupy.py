# c = a + b on the GPU, timed as a kernel and with the copies: the lesson's two crossovers.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

rng = np.random.default_rng(1)
high = 100 if dtype.startswith("int") else 1
a, b = (rng.uniform(0, high, n).astype(dtype) for _ in range(2))
on_gpu = cp.asarray(a), cp.asarray(b)
c = cp.empty_like(on_gpu[0])


# --- computation
def kernel():
    cp.add(*on_gpu, out=c)


def with_copies():
    return cp.asnumpy(cp.asarray(a) + cp.asarray(b))


for function in kernel, with_copies:  # GPU time by events; the warm-up runs are left out
    ms = 1000 * np.median(benchmark(function, n_repeat=10, n_warmup=2).gpu_times)
    print(f"{n} elements, {function.__name__}: {ms:.4f} ms")
# --- result
result = cp.asnumpy(c)
