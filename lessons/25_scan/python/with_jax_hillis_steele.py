# sums = the inclusive prefix sums of each row, with JAX. associative_scan works for any associative operation, here +.
# --- parameters
rows = 4
n = 64
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

a = jnp.asarray(np.random.default_rng(1).integers(1, 10, (rows, n)).astype("int32"))


# --- computation
@jax.jit
def scan(a):
    return jax.lax.associative_scan(jnp.add, a, axis=1)


sums = scan(a)
# --- result
result = np.asarray(sums)
print(f"row 0 begins with {result[0, :4].tolist()} and ends with {result[0, -1]}")
