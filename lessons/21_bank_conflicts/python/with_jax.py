# c = the transpose of a, with JAX. The compiler chooses the tiles and their layout in shared memory.
# --- parameters
rows = 64
cols = 64
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64

a = jnp.arange(rows * cols, dtype=dtype).reshape(rows, cols)


# --- computation
@jax.jit
def transpose(a):
    return jnp.transpose(a)


c = transpose(a)
# --- result
result = np.asarray(c)
print(f"c[1, 0] = {result[1, 0]}, a[0, 1] = {float(a[0, 1])}")
