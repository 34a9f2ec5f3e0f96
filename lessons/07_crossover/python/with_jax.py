# c = a + b with JAX, with and without the copies between host and device.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import time

import jax
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64 and int64
rng = np.random.default_rng(1)
high = 100 if dtype.startswith("int") else 1
a, b = (rng.uniform(0, high, n).astype(dtype) for _ in range(2))
on_device = jax.device_put(a), jax.device_put(b)
add = jax.jit(lambda a, b: a + b)


# --- computation
def median_ms(function):
    function()  # compiles
    times = []
    for _ in range(7):
        start = time.perf_counter()
        function()
        times.append(1000 * (time.perf_counter() - start))
    return np.median(times)


kernel = median_ms(lambda: add(*on_device).block_until_ready())
copies = median_ms(lambda: np.asarray(add(a, b)))  # NumPy arrays are copied in, the result is copied out
# --- result
result = np.asarray(add(*on_device))
print(f"{n} elements on {jax.devices()[0].platform}: {kernel:.4f} ms, with copies {copies:.4f} ms")
