# A filter of 5 x 5 over a picture, on the CPU: for each tap, the whole picture is shifted, weighted and added.
# --- parameters
width = 96
height = 64
# --- inputs
import numpy as np

filter = np.array(
    [[-4, -1, 0, -1, -4], [-1, 2, 3, 2, -1], [0, 3, 4, 3, 0], [-1, 2, 3, 2, -1], [-4, -1, 0, -1, -4]], dtype="float32"
)
image = np.zeros((height, width), dtype="float32")
image[height // 4 : height // 2, width // 4 : width // 2] = 1
# --- computation
padded = np.pad(image, 2)
out = np.zeros_like(image)
for dy in range(5):
    for dx in range(5):
        out += filter[dy, dx] * padded[dy : dy + height, dx : dx + width]
# --- result
result = out
print(f"from {out.min()} to {out.max()}")
