# Adds one to every element, eight times, and times each run. The first run includes compiling the kernel, unless CuPy
# has it in its cache on disk from an earlier program.
# --- parameters
n = 2**16
dtype = "float64"
# --- inputs
import statistics
import time

import cupy as cp

a = cp.ones(n, dtype=dtype)
cp.cuda.Device().synchronize()  # nothing is left to do when the clock starts
# --- computation
times_ms = []
for run in range(8):
    start = time.perf_counter()
    a += 1
    cp.cuda.Device().synchronize()  # without this line you time the launch, not the kernel
    times_ms.append(1000 * (time.perf_counter() - start))
# --- result
result = cp.asnumpy(a)
print(f"first run {times_ms[0]:.3f} ms, median of the others {statistics.median(times_ms[1:]):.3f} ms")
