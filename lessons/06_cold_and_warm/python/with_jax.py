# Adds one to every element, eight times, and times each run. jit compiles at the first call, and again for other shapes and types.
# --- parameters
n = 2**16
dtype = "float64"
# --- inputs
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64 and int64
a = jnp.ones(n, dtype=dtype)
add_one = jax.jit(lambda a: a + 1)
# --- computation
times_ms = []
for run in range(8):
    start = time.perf_counter()
    a = add_one(a).block_until_ready()  # without the wait you time the call, not the computation
    times_ms.append(1000 * (time.perf_counter() - start))
# --- result
result = np.asarray(a)
print(f"first run {times_ms[0]:.3f} ms, median of the others {statistics.median(times_ms[1:]):.3f} ms")
