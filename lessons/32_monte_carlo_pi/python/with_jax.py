# Which of n random points are within the quarter circle, with JAX. JAX's own generator (Threefry) is counter-based, too: jax.random
# takes a key in place of a state. The squares are of 64 bits.
# --- parameters
n = 2**12
seed = 1
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def mix(x):
    x = (x ^ x >> 16) * jnp.uint32(0x7FEB352D)
    x = (x ^ x >> 15) * jnp.uint32(0x846CA68B)
    return x ^ x >> 16


i = jnp.arange(n, dtype="uint32")


# --- computation
@jax.jit
def hits_of(i, seed):
    key = mix(seed + jnp.uint32(1))
    x = mix(2 * i ^ key) >> 1
    y = mix((2 * i + 1) ^ key) >> 1
    return x.astype("uint64") ** 2 + y.astype("uint64") ** 2 < 2**62


hits = hits_of(i, jnp.uint32(seed))
# --- result
result = np.asarray(hits).astype("uint8")
print(f"{result.sum()} of {n} points: pi is about {4 * result.sum() / n}")
