# Sign, exponent and significand of floats: view reads the same bytes as another type, astype converts the values.
# --- parameters
n = 32
# --- inputs
import numpy as np

x = np.random.default_rng(1).uniform(-16, 16, n).astype(np.float32)
# --- computation
bits = x.view(np.uint32)
sign_bit = bits >> 31
exponent = (bits >> 23 & 255).astype(np.int32) - 127
significand = 1 + (bits & 0x7FFFFF) / np.float32(2**23)
# --- result
result = np.stack([sign_bit, exponent, significand]).astype(np.float64)
fraction, power = np.frexp(x)  # ready-made, with 0.5 <= fraction < 1
print(f"{x[0]} = (-1)^{sign_bit[0]} * {significand[0]} * 2^{exponent[0]}; np.frexp: {fraction[0]} * 2^{power[0]}")
