# The gradients of a small network by hand, for all examples at once, on the GPU. The formulas are those for NumPy.
# --- parameters
n = 256
# --- inputs
import cupy as cp
import numpy as np

random = np.random.default_rng(1)
points = cp.asarray(random.uniform(-1, 1, (n, 2)).astype("float32"))
targets = cp.asarray(random.uniform(-1, 1, n).astype("float32"))
w1, b1, w2, b2, w3, b3 = (
    cp.asarray(random.uniform(-0.9, 0.9, shape).astype("float32")) for shape in [(8, 2), 8, (8, 8), 8, 8, 1]
)
# --- computation
a1 = cp.tanh(points @ w1.T + b1)  # kept
a2 = cp.tanh(a1 @ w2.T + b2)  # kept
error = 2 * (a2 @ w3 + b3 - targets)
back2 = error[:, None] * w3 * (1 - a2 * a2)
back1 = back2 @ w2 * (1 - a1 * a1)
gradients = cp.concatenate(
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
# --- result
result = cp.asnumpy(gradients.T)
print(f"{gradients.shape[1]} weights; the mean gradient of the last bias is {float(gradients[:, 104].mean()):.5f}")
