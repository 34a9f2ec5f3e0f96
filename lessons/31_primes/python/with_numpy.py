# How many divisors are tried for each number below n, with NumPy. The array `going` plays the part of a warp's mask: it says which
# numbers are still being divided.
# --- parameters
n = 2**12
# --- inputs
import numpy as np

i = np.arange(n, dtype="int32")
# --- computation
tries = np.zeros(n, dtype="int32")
going = i > 1
d = 2
while d * d < n:
    going &= d * d <= i
    tries += going
    going &= i % d != 0
    d += 1
# --- result
result = tries
print(f"{tries.sum()} divisions for {n} numbers; at most {tries.max()} for one of them")
