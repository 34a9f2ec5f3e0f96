# counts[v] = how often the byte v is in a, with JAX. at[].add() keeps every addition, also where an index occurs twice.
# --- parameters
n = 2**14
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

a = jnp.asarray(np.random.default_rng(1).integers(0, 256, n).astype("uint8"))


# --- computation
@jax.jit
def histogram(a):
    return jnp.zeros(256, dtype="int32").at[a].add(1)


counts = histogram(a)
# --- result
result = np.asarray(counts)
print(f"{n} bytes: 0 occurs {result[0]} times, 255 occurs {result[255]} times")
