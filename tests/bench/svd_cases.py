#!/usr/bin/env python3
"""The CPU's side of svd_cases.cu: NumPy's singular values of the same cases, medians in microseconds, as one JSON object."""
import json
import time

import numpy as np


def median_us(call, samples):
    times = []
    for _ in range(samples + 1):
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1e6)
    return round(float(np.median(times[1:])), 1)


def main():
    random = np.random.default_rng(1)
    figures = {}
    for n, edge, dtype in [(1, 256, "f8"), (1, 2000, "f8"), (1, 5000, "f8"), (10, 32, "f4"), (1000, 32, "f4"), (100000, 2, "f4")]:
        a = random.uniform(-1, 1, (n, edge, edge)).astype(dtype)
        figures[f"{n} of {edge} x {edge}, {dtype}"] = median_us(lambda: np.linalg.svd(a, compute_uv=False), 3 if edge > 1000 else 15)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
