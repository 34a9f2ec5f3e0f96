# c = column + row with vmap: a function of two numbers, mapped over the row, and the result of that mapped over the column.
# --- parameters
rows = 4
cols = 32
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

column = jnp.arange(rows, dtype=jnp.float32)
row = jnp.arange(cols, dtype=jnp.float32)


# --- computation
def add(x, y):  # for one number of each
    return x + y


outer_sum = jax.jit(jax.vmap(jax.vmap(add, in_axes=(None, 0)), in_axes=(0, None)))
c = outer_sum(column, row)  # as column[:, None] + row[None, :]
# --- result
result = np.asarray(c)
print(f"{column.shape} and {row.shape} make {c.shape}")
