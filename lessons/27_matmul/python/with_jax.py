# C = A B, with JAX. Without precision="highest", some GPUs multiply float32 with fewer bits.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64

random = np.random.default_rng(1)
a = jnp.asarray(random.uniform(-1, 1, (n, n)).astype(dtype))
b = jnp.asarray(random.uniform(-1, 1, (n, n)).astype(dtype))


# --- computation
@jax.jit
def product(a, b):
    return jnp.matmul(a, b, precision="highest")


c = product(a, b)
# --- result
result = np.asarray(c)
print(f"{n} x {n}: {2 * n**3} operations on {3 * n**2} elements")
