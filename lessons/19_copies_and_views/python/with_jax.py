# The same with JAX, whose arrays never change: at[...] describes the change, and the result is a new array.
# --- parameters
n = 48
step = 2
# --- inputs
import jax.numpy as jnp
import numpy as np

a = jnp.arange(n, dtype="float32")
# --- computation
changed = a.at[::step].multiply(2)
# --- result
result = np.asarray(changed)
print(f"a[{step}] is still {float(a[step])}; in the new array it is {result[step]}")
