# kept = the numbers of each row that are not multiples of k, with JAX. Rows have different lengths, and a compiled function needs
# fixed shapes: each number that is dropped gets a place beyond the row, where it is ignored.
# --- parameters
rows = 4
n = 64
k = 3
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

numbers = jnp.arange(rows * n, dtype="int32").reshape(rows, n)


# --- computation
def compact(row):
    mask = row % k != 0
    places = jnp.cumsum(mask) - mask  # exclusive: without the element itself
    return jnp.zeros_like(row).at[jnp.where(mask, places, n)].set(row, mode="drop")


kept = jax.jit(jax.vmap(compact))(numbers)
# --- result
result = np.asarray(kept)
print(f"row 0 keeps {int((numbers[0] % k != 0).sum())} of {n} numbers; the first ones are {result[0, :5].tolist()}")
