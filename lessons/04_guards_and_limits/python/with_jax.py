# Adds one to the first of two vectors. JAX does not report an index past the end either: such an update is dropped.
# --- parameters
n = 1000
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
a = jnp.ones(2 * n, dtype=dtype)


# --- computation
@jax.jit
def add_one(a):
    return a.at[:n].add(1)  # a new array: a[:n] += 1 is an error in JAX


# --- result
result = np.asarray(add_one(a))
past = np.asarray(a.at[2 * n].add(1))  # one element past the end
print(f"first vector {result[0]}, second {result[n]}; an update past the end changed {(past != 1).sum()} elements")
