# Each element minus the one before. In JAX, a[-1] is the last element, and so is a read past the end.
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
