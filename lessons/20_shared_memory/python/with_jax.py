# c[i] = a[i - 1] + a[i] + a[i + 1], with JAX. The compiler fuses the slices and the additions into one kernel.
# --- parameters
n = 768
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

a = jnp.arange(n, dtype=dtype)


# --- computation
@jax.jit
def add_neighbours(a):
    padded = jnp.pad(a, 1)
    return padded[:-2] + padded[1:-1] + padded[2:]


c = add_neighbours(a)
# --- result
result = np.asarray(c)
print(f"c[0] = {result[0]}, c[{n - 1}] = {result[-1]}")
