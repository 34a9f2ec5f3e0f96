# y = sin(x) cos(x) with NumPy: one pass for the sine, one for the cosine, one for the product.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import numpy as np

x = np.random.default_rng(1).uniform(-10, 10, n).astype(dtype)
# --- computation
y = np.sin(x) * np.cos(x)
# --- result
result = y
print(f"y[0] = {y[0]}")
