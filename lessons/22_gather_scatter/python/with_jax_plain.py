# Counts how often each index occurs, with JAX. .at[index].add(1) adds once for each index, also where indices repeat.
# --- parameters
n = 32
# --- inputs
import jax.numpy as jnp
import numpy as np

index = jnp.asarray(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
# --- computation
counts = jnp.zeros(8, dtype=jnp.int32).at[index].add(1)
# --- result
result = np.asarray(counts)
print(f"counts[0] = {result[0]}")
