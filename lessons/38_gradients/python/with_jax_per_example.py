# The gradients of a small network with JAX: grad writes the way back, and vmap gives one gradient per example.
# --- parameters
n = 256
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

random = np.random.default_rng(1)
points = random.uniform(-1, 1, (n, 2)).astype("float32")
targets = random.uniform(-1, 1, n).astype("float32")
shapes = [(8, 2), (8,), (8, 8), (8,), (8,), (1,)]
weights = [jnp.asarray(random.uniform(-0.9, 0.9, shape).astype("float32")) for shape in shapes]


# --- computation
def predict(weights, x):
    w1, b1, w2, b2, w3, b3 = weights
    a1 = jnp.tanh(w1 @ x + b1)
    a2 = jnp.tanh(w2 @ a1 + b2)
    return w3 @ a2 + b3[0]


def loss(weights, x, target):
    return (predict(weights, x) - target) ** 2


per_example = jax.jit(jax.vmap(jax.grad(loss), in_axes=(None, 0, 0)))
gradients = per_example(weights, points, targets)  # six arrays, as the weights, each with an axis of examples in front


def mean_loss(weights):
    return jnp.mean(jax.vmap(loss, in_axes=(None, 0, 0))(weights, points, targets))


mean_gradient = jax.grad(mean_loss)(weights)
# --- result
result = np.concatenate([np.asarray(g).reshape(n, -1) for g in gradients], axis=1).T
print(f"the last bias: {result[104].mean():.5f}, the mean of {n} gradients; {float(mean_gradient[-1][0]):.5f} by one grad")
