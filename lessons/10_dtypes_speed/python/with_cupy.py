# Multiply and add on the GPU, for each type: with one step the bytes set the time, with many the arithmetic units.
# --- parameters
n = 2**22
steps = 1
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

a = np.random.default_rng(1).uniform(0, 100, n).astype(dtype)
# --- computation
multiply_add = cp.ElementwiseKernel(
    "T a, T factor, T addend, int32 steps",
    "T c",
    """
    T x = a;
    for (int step = 0; step < steps; ++step) x = x * factor + addend;
    c = x;
    """,
    "multiply_add",
)
for other in "float16", "float32", "float64", "int32", "int64":
    x, number = cp.asarray(a.astype(other)), np.dtype(other).type
    timed = benchmark(multiply_add, (x, number(-1), number(0), steps), name=other, n_repeat=10, n_warmup=2)
    print(f"{other}: {1000 * np.median(timed.gpu_times):.4f} ms")
# --- result
number = np.dtype(dtype).type
result = cp.asnumpy(multiply_add(cp.asarray(a), number(-1), number(0), steps))
