# Cups that cool, with JAX. A Python loop under jit is unrolled when it is traced; fori_loop stays a loop.
# --- parameters
n = 2**20
rounds = 64
dtype = "float32"
# --- inputs
import jax
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
cups = np.random.default_rng(1).uniform(20, 90, n).astype(dtype)


# --- computation
@jax.jit
def cool(cups, rounds):
    # each round is a pass over the whole array; the compiler can fuse the rounds of an unrolled loop into one kernel
    return jax.lax.fori_loop(0, rounds, lambda _, warm: warm + (20 - warm) * 0.01, cups)


# --- result
result = np.asarray(cool(cups, rounds))
print(f"{rounds} rounds: {cups[0]:.2f} degrees become {result[0]:.2f}")
