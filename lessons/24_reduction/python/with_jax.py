# total = the sum of a, with JAX. The compiler chooses the tree.
# --- parameters
n = 1024
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

a = jnp.asarray(np.random.default_rng(1).integers(-9, 10, n).astype("int32"))


# --- computation
@jax.jit
def add_up(a):
    return jnp.sum(a, dtype="int32")


total = add_up(a)
# --- result
result = np.asarray(total)
print(f"the sum of {n} numbers is {result}")
