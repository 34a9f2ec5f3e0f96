# How many divisors are tried for each number below n, with JAX. vmap makes one loop of all numbers, which runs until the last of
# them is done: what a warp does with 32.
# --- parameters
n = 2**12
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

i = jnp.arange(n, dtype="int32")


# --- computation
def tries_of(number):
    def goes_on(state):
        d, tried, found = state
        return found & (d * d <= number)

    def divide(state):
        d, tried, found = state
        return d + 1, tried + 1, number % d != 0

    return jax.lax.while_loop(goes_on, divide, (jnp.int32(2), jnp.int32(0), number > 1))[1]


tries = jax.jit(jax.vmap(tries_of))(i)
# --- result
result = np.asarray(tries)
print(f"{result.sum()} divisions for {n} numbers; at most {result.max()} for one of them")
