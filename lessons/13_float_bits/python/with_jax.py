# (big + small) - big with JAX, one operation at a time. Under jit, the compiler may compute float16 with higher precision in
# between; jax.lax.reduce_precision forces the rounding.
# --- parameters
n = 32
power = 23
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
big = jnp.asarray(2.0**power).astype(dtype)
small = jnp.arange(n).astype(dtype)
# --- computation
left = (big + small) - big  # two compiled operations; the sum is rounded in between


@jax.jit
def in_one(big, small):
    return (big + small) - big


# --- result
result = np.asarray(left)
print(f"{int((left != small).sum())} of {n} numbers come back changed, under jit {int((in_one(big, small) != small).sum())}")
