# Mirrors a picture from left to right. In NumPy's order, picture[row, col], the last index changes fastest in memory.
# --- parameters
cols = 256
rows = 256
# --- inputs
import numpy as np

y, x = np.ogrid[0.5:rows, 0.5:cols]  # the centres of the pixels
discs = [(0.3, 0.35, 0.14), (0.68, 0.3, 0.07), (0.6, 0.7, 0.1)]
picture = np.zeros((rows, cols), dtype=np.float32)
for across, down, radius in discs:
    picture[np.hypot(x - across * cols, y - down * rows) <= radius * min(rows, cols)] = 1
# --- computation
mirrored = picture[:, ::-1]  # a view: no pixel moves, only the stride along the columns becomes negative
# --- result
result = np.ascontiguousarray(mirrored)  # this copies the pixels
print(f"strides in bytes: picture {picture.strides}, mirrored {mirrored.strides}")
