# Where a program with CuPy has to wait: an operation on an array returns at once, and a clock without a wait times the call.
# --- parameters
n = 2**16
rounds = 8
# --- inputs
import time

import cupy as cp

a = (cp.arange(n) % 100).astype("float32")
# --- computation
a += 0  # compiles
cp.cuda.Device().synchronize()
start = time.perf_counter()
for _ in range(rounds):
    a += 1
call = time.perf_counter() - start
cp.cuda.Device().synchronize()  # without it, the time is that of the calls
kernels = time.perf_counter() - start
# --- result
result = cp.asnumpy(a)  # waits too
print(f"{1000 * call:.3f} ms for the calls, {1000 * kernels:.3f} ms with the kernels; first {result[0]:.0f}, last {result[-1]:.0f}")
