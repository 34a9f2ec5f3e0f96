# Counts past the largest integer with JAX. Unless x64 is enabled, uint64 becomes uint32, with a smaller largest value.
# --- parameters
n = 12
dtype = "uint64"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
start = np.uint64(np.iinfo(dtype).max - 3)


# --- computation
@jax.jit
def count_on(start):
    count = start + jnp.arange(n, dtype=jnp.uint64)  # modulo 2^64
    bits = 8 * np.dtype(dtype).itemsize
    lowest = count.astype(f"uint{bits}")
    return jax.lax.bitcast_convert_type(lowest, jnp.dtype(dtype))  # the same bits, signed or not


# --- result
result = np.asarray(count_on(start))
print(f"after {np.iinfo(dtype).max} comes {result[4] if n > 4 else '...'}")
