# Each element minus the one before. JAX reads a[-1] as the last element, and an index past the end as the last one too.
# --- parameters
n = 12
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

a = np.random.default_rng(1).integers(0, 100, n, dtype=np.int32)


# --- computation
@jax.jit
def differences(a):
    i = jnp.arange(a.size)
    return jnp.where(i > 0, a - a[i - 1], a)  # a[i - 1] is read for i = 0 too, and not used


# --- result
result = np.asarray(differences(a))
print(f"d[0] = {result[0]}; read at index {n + 5}: {jnp.asarray(a)[n + 5]}, the last element is {a[-1]}")
