# The gradients of a small network by hand, for all examples at once: forward, keeping what each layer gives, and back.
# --- parameters
n = 256
# --- inputs
import numpy as np

random = np.random.default_rng(1)
points = random.uniform(-1, 1, (n, 2)).astype("float32")
targets = random.uniform(-1, 1, n).astype("float32")
w1, b1, w2, b2, w3, b3 = (
    random.uniform(-0.9, 0.9, shape).astype("float32") for shape in [(8, 2), 8, (8, 8), 8, 8, 1]
)


# --- computation
def predict(w1, b1, w2, b2, w3, b3):
    a1 = np.tanh(points @ w1.T + b1)
    a2 = np.tanh(a1 @ w2.T + b2)
    return a1, a2, a2 @ w3 + b3


a1, a2, out = predict(w1, b1, w2, b2, w3, b3)  # a1 and a2 are kept
error = 2 * (out - targets)
back2 = error[:, None] * w3 * (1 - a2 * a2)
back1 = back2 @ w2 * (1 - a1 * a1)
gradients = np.concatenate(
    [
        (back1[:, :, None] * points[:, None, :]).reshape(n, 16),
        back1,
        (back2[:, :, None] * a1[:, None, :]).reshape(n, 64),
        back2,
        error[:, None] * a2,
        error[:, None],
    ],
    axis=1,
)
# the check: the mean's gradient by the last bias, against a central difference
step = np.float32(2**-7)
above, below = (np.mean((predict(w1, b1, w2, b2, w3, b3 + s)[2] - targets) ** 2) for s in (step, -step))
# --- result
result = gradients.T
print(f"{gradients.shape[1]} weights; by hand {gradients[:, 104].mean():.5f}, by differences {(above - below) / (2 * step):.5f}")
