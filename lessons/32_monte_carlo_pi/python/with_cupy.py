# Which of n random points are within the quarter circle, with CuPy. Point i is computed from i, so there is no generator to
# seed, and the same points come out of any library.
# --- parameters
n = 2**12
seed = 1
# --- inputs
import cupy as cp


def mix(x):
    x = (x ^ x >> 16) * cp.uint32(0x7FEB352D)
    x = (x ^ x >> 15) * cp.uint32(0x846CA68B)
    return x ^ x >> 16


i = cp.arange(n, dtype="uint32")
key = mix(cp.array([seed + 1], dtype="uint32"))
# --- computation
x = mix(2 * i ^ key) >> 1
y = mix((2 * i + 1) ^ key) >> 1
hits = x.astype("uint64") ** 2 + y.astype("uint64") ** 2 < 2**62
# --- result
result = cp.asnumpy(hits.astype("uint8"))
print(f"{result.sum()} of {n} points: pi is about {4 * result.sum() / n}")
