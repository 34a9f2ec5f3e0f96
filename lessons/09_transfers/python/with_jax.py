# n products of 2 x 2 matrices with JAX: device_put copies once; later calls use the arrays on the device.
# --- parameters
n = 2**16
dtype = "float32"
# --- inputs
import time

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
rng = np.random.default_rng(1)
a, b = (rng.uniform(-1, 1, (n, 4)).astype(dtype) for _ in range(2))


# --- computation
@jax.jit
def products(a, b):
    # "highest": JAX may otherwise multiply float32 with fewer bits (TF32) on a GPU
    c = jnp.matmul(a.reshape(-1, 2, 2), b.reshape(-1, 2, 2), precision="highest")
    return c.reshape(-1, 4)


resident = jax.device_put(a), jax.device_put(b)
for name, arrays in ("copied in each call", (a, b)), ("resident", resident):
    products(*arrays).block_until_ready()  # compiles
    start = time.perf_counter()
    products(*arrays).block_until_ready()
    print(f"{n} products, {name}: {1000 * (time.perf_counter() - start):.4f} ms")
# --- result
result = np.asarray(products(*resident))
