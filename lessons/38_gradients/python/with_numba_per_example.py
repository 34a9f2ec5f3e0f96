# The gradients of a small network, one thread per example: forward, keeping what each layer gives, and back.
# --- parameters
n = 256
block = 128
# --- inputs
import math

import numpy as np
from numba import cuda, float32

random = np.random.default_rng(1)
points = cuda.to_device(random.uniform(-1, 1, (n, 2)).astype("float32"))
targets = cuda.to_device(random.uniform(-1, 1, n).astype("float32"))
parts = [random.uniform(-0.9, 0.9, size).astype("float32") for size in (16, 8, 64, 8, 8, 1)]
w = cuda.to_device(np.concatenate(parts))
gradients = cuda.to_device(np.zeros((105, n), dtype="float32"))


# --- computation
@cuda.jit
def gradients_per_example(points, targets, w, gradients):
    i = cuda.grid(1)
    if i >= targets.size:
        return
    x, y = points[i, 0], points[i, 1]
    a1 = cuda.local.array(8, float32)
    a2 = cuda.local.array(8, float32)
    back1 = cuda.local.array(8, float32)
    out = w[104]
    for u in range(8):
        a1[u] = math.tanh(w[2 * u] * x + w[2 * u + 1] * y + w[16 + u])
        back1[u] = 0
    for u in range(8):
        total = w[88 + u]
        for v in range(8):
            total += w[24 + 8 * u + v] * a1[v]
        a2[u] = math.tanh(total)
        out += w[96 + u] * a2[u]
    error = 2 * (out - targets[i])
    gradients[104, i] = error
    for u in range(8):
        gradients[96 + u, i] = error * a2[u]
        back = error * w[96 + u] * (1 - a2[u] * a2[u])
        gradients[88 + u, i] = back
        for v in range(8):
            gradients[24 + 8 * u + v, i] = back * a1[v]
            back1[v] += back * w[24 + 8 * u + v]
    for u in range(8):
        back = back1[u] * (1 - a1[u] * a1[u])
        gradients[16 + u, i] = back
        gradients[2 * u, i] = back * x
        gradients[2 * u + 1, i] = back * y


gradients_per_example[(n + block - 1) // block, block](points, targets, w, gradients)
# --- result
result = gradients.copy_to_host()
print(f"{result.shape[0]} weights; the mean gradient of the last bias is {result[104].mean():.5f}")
