# z of n records with six members each. A structured array keeps the records one after another; a member of it is a view with steps.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
import numpy as np

members = np.dtype([(name, dtype) for name in ("x", "y", "z", "vx", "vy", "vz")])
particles = np.arange(6 * n, dtype=dtype).view(members)
# --- computation
z = particles["z"]
heights = z.copy()
# --- result
result = heights
print(f"a record has {members.itemsize} bytes; neighbouring z are {z.strides[0]} bytes apart, and {heights.strides[0]} in the copy")
