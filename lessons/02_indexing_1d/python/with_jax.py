# c = a + b. vmap turns a function of one element into a function of whole arrays, without any index.
# --- parameters
n = 100
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64 and int64
a = jnp.arange(n, dtype=dtype)
b = jnp.ones(n, dtype=dtype)


# --- computation
def add(x, y):  # for one element
    return x + y


vector_add = jax.jit(jax.vmap(add))  # the compiler chooses blocks, threads and the index
# --- result
result = np.asarray(vector_add(a, b))
print(f"c[0] = {result[0]}, c[{n - 1}] = {result[-1]}")
