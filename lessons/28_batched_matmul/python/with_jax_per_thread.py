# C[i] = A[i] B[i] for n matrices of 2 x 2, with JAX. vmap turns a function of one problem into one of a batch.
# --- parameters
n = 1024
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

random = np.random.default_rng(1)
a = random.uniform(-1, 1, (n, 2, 2)).astype("float32")
b = random.uniform(-1, 1, (n, 2, 2)).astype("float32")


# --- computation
def product(x, y):
    return jnp.matmul(x, y, precision="highest")


c = jax.jit(jax.vmap(product))(jnp.asarray(a), jnp.asarray(b))
# --- result
result = np.asarray(c)
print(f"{n} products; the first one is {result[0].tolist()}")
