# c[i] = table[index[i]], with JAX: a gather. Indices beyond the table would be clamped, not reported.
# --- parameters
n = 32
# --- inputs
import jax.numpy as jnp
import numpy as np

table = jnp.arange(8, dtype="float32")
index = jnp.asarray(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
# --- computation
c = table[index]
# --- result
result = np.asarray(c)
print(f"c[0] = {result[0]}")
