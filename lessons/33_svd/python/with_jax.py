# The singular values of a matrix, largest first, with JAX. On a GPU, cuSOLVER does it.
# --- parameters
edge = 16
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

a = jnp.asarray(np.random.default_rng(1).uniform(-1, 1, (edge, edge)))
# --- computation
values = jnp.linalg.svd(a, compute_uv=False)
# --- result
result = np.asarray(values)
print(f"the largest is {result[0]}, the smallest {result[-1]}")
