# The singular values of n matrices of 2 x 2, with JAX. One call takes the whole batch.
# --- parameters
n = 4
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

a = jnp.asarray(np.random.default_rng(1).uniform(-1, 1, (n, 2, 2)).astype("float32"))
# --- computation
values = jnp.linalg.svd(a, compute_uv=False)
# --- result
result = np.asarray(values)
print(f"{n} matrices; the values of the first are {result[0].tolist()}")
