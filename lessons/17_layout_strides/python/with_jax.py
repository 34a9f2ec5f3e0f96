# JAX has no strides: arrays are values, and a transpose is an operation that the compiler may merge with the next one.
# The positions of the view's elements are an array of indices here.
# --- parameters
rows = 6
cols = 8
view_rows = 6
view_cols = 8
offset = 0
s0 = 8
s1 = 1
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

order = jnp.full(rows * cols, -1, dtype=jnp.int32)


# --- computation
@jax.jit
def number_view(order):
    i, j = jnp.arange(view_rows)[:, None], jnp.arange(view_cols)[None, :]
    numbers = jnp.arange(view_rows * view_cols, dtype=jnp.int32).reshape(view_rows, view_cols)
    return order.at[offset + i * s0 + j * s1].set(numbers)


# --- result
result = np.asarray(number_view(order)).reshape(rows, cols)
print(result)
