# The same numbers, added with JAX. The compiler chooses the order: it may differ between CPU and GPU, and between versions.
# --- parameters
n = 100000
dtype = "float16"
# --- inputs
import math

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
a = np.random.default_rng(1).uniform(-0.5, 0.5, n).astype(dtype)


# --- computation
@jax.jit
def sums(a):
    return jnp.sum(a), jnp.sum(a, dtype=jnp.float32)  # partial sums of float16 are float32 in both


total, wide = sums(a)
# --- result
result = np.asarray(total)
exact = math.fsum(a.tolist())
print(f"{dtype}: off by {abs(float(total) - exact):.6f}; result in float32: off by {abs(float(wide) - exact):.6f}")
