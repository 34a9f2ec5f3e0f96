"""The workloads of compare-workloads as one writes them with Numba: plain loops, serial or parallel, and CUDA kernels."""
import math

import numba
import numpy
from numba import njit, prange


def loops(parallel):
    """The loops compiled for one thread or for all; compiled when first called."""
    jit = njit(parallel=parallel, fastmath=False)
    over = prange

    @jit
    def vector_add(a, b, c):
        for i in over(a.size):
            c[i] = a[i] + b[i]

    @jit
    def increment(a):
        for i in over(a.size):
            a[i] += 1.0

    @jit
    def sin_cos(a, c):
        for i in over(a.size):
            c[i] = math.sin(a[i]) * math.cos(a[i])

    @jit
    def powers(p, q, r, s, out):
        for i in over(p.size):
            out[i] = math.sqrt(p[i]**2 + q[i]**3 + r[i]**4 + s[i]**5)

    @jit
    def products_2x2(a, b, c):
        for i in over(a.shape[0]):
            c[i, 0, 0] = a[i, 0, 0] * b[i, 0, 0] + a[i, 0, 1] * b[i, 1, 0]
            c[i, 0, 1] = a[i, 0, 0] * b[i, 0, 1] + a[i, 0, 1] * b[i, 1, 1]
            c[i, 1, 0] = a[i, 1, 0] * b[i, 0, 0] + a[i, 1, 1] * b[i, 1, 0]
            c[i, 1, 1] = a[i, 1, 0] * b[i, 0, 1] + a[i, 1, 1] * b[i, 1, 1]

    @jit
    def transpose(a, c):
        for i in over(a.shape[0]):
            for j in range(a.shape[1]):
                c[j, i] = a[i, j]
        return c

    @jit
    def primes(prime):
        for i in over(prime.size):
            found = i == 2 or (i > 2 and i % 2 != 0)
            d = numpy.uint32(3)
            number = numpy.uint32(i)
            while found and d * d <= number:
                found = number % d != 0
                d += numpy.uint32(2)
            prime[i] = found

    @jit
    def pi(n):
        inside = 0
        for _ in over(n):
            x, y = numpy.random.random(), numpy.random.random()
            if x * x + y * y < 1.0:
                inside += 1
        return inside

    @jit
    def convolution(image, weights, out):
        height, width = image.shape
        k = weights.shape[0]
        reach = k // 2
        for row in over(height):
            for column in range(width):
                total = numpy.float32(0)
                for dy in range(k):
                    y = row + dy - reach
                    if y < 0 or y >= height:
                        continue
                    for dx in range(k):
                        x = column + dx - reach
                        if 0 <= x < width:
                            total += weights[dy, dx] * image[y, x]
                out[row, column] = total

    return locals()


# A sum may be added up in any order only when it is said so.
@njit(fastmath=True)
def sum_serial(a):
    total = 0.0
    for i in range(a.size):
        total += a[i]
    return total


@njit(fastmath=True, parallel=True)
def sum_parallel(a):
    total = 0.0
    for i in prange(a.size):
        total += a[i]
    return total


@njit(fastmath=True)
def dot_serial(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@njit(fastmath=True, parallel=True)
def dot_parallel(a, b):
    total = 0.0
    for i in prange(a.size):
        total += a[i] * b[i]
    return total


# What depends on everything before it: one loop, or two over parts, of which the first one only adds up.
PARTS = 256


@njit
def scan_serial(a, sums):
    total = numpy.int32(0)
    for i in range(a.size):
        total += a[i]
        sums[i] = total
    return sums


@njit(parallel=True)
def scan_parallel(a, sums):
    of_parts = numpy.zeros(PARTS + 1, numpy.int32)
    for part in prange(PARTS):
        total = numpy.int32(0)
        for i in range(a.size * part // PARTS, a.size * (part + 1) // PARTS):
            total += a[i]
        of_parts[part + 1] = total
    before = numpy.cumsum(of_parts)
    for part in prange(PARTS):
        total = numpy.int32(before[part])
        for i in range(a.size * part // PARTS, a.size * (part + 1) // PARTS):
            total += a[i]
            sums[i] = total
    return sums


@njit
def compact_serial(a, kept):
    count = 0
    for i in range(a.size):
        if a[i] > 0:
            kept[count] = a[i]
            count += 1
    return kept[:count]


@njit(parallel=True)
def compact_parallel(a, kept):
    of_parts = numpy.zeros(PARTS + 1, numpy.int64)
    for part in prange(PARTS):
        count = 0
        for i in range(a.size * part // PARTS, a.size * (part + 1) // PARTS):
            count += a[i] > 0
        of_parts[part + 1] = count
    before = numpy.cumsum(of_parts)
    for part in prange(PARTS):
        place = before[part]
        for i in range(a.size * part // PARTS, a.size * (part + 1) // PARTS):
            if a[i] > 0:
                kept[place] = a[i]
                place += 1
    return kept[:before[PARTS]]


@njit
def histogram_serial(a):
    counts = numpy.zeros(256, numpy.int32)
    for i in range(a.size):
        counts[a[i]] += 1
    return counts


@njit(parallel=True)
def histogram_parallel(a):
    of_parts = numpy.zeros((PARTS, 256), numpy.int32)
    for part in prange(PARTS):
        counts = numpy.zeros(256, numpy.int32)
        for i in range(a.size * part // PARTS, a.size * (part + 1) // PARTS):
            counts[a[i]] += 1
        of_parts[part] = counts
    return of_parts.sum(axis=0)


ONE_OF_TWO = {"sum": (sum_serial, sum_parallel), "dot": (dot_serial, dot_parallel), "scan": (scan_serial, scan_parallel),
              "compact": (compact_serial, compact_parallel), "histogram": (histogram_serial, histogram_parallel)}


def program(workload, inputs, parallel):
    """A function of no arguments; None for what Numba leaves to NumPy's libraries (matmul, svd)."""
    if workload in ("matmul", "svd"):
        return None
    made = loops(parallel)
    if workload in ONE_OF_TWO:
        function = ONE_OF_TWO[workload][parallel]
        out = [numpy.zeros_like(inputs.arrays[0])] if workload == "compact" else [] if inputs.out is None else [inputs.out]
        return lambda: function(*inputs.arrays, *out)
    if workload == "pi":
        return lambda: made["pi"](inputs.n)
    if workload == "primes":
        prime = numpy.zeros(inputs.n, numpy.uint8)

        def primes():
            made["primes"](prime)
            return prime
        return primes
    arrays = list(inputs.arrays) + ([] if inputs.out is None else [inputs.out])
    return lambda: made[workload](*arrays)


def gpu_program(workload, inputs):
    """(kernel, end to end) with Numba's CUDA target; None for what it leaves to libraries (matmul, svd)."""
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # a name that NumPy 2.5 no longer has, and Numba's CUDA target asks for when imported
    from numba import cuda

    @cuda.jit
    def vector_add(a, b, c):
        i = cuda.grid(1)
        if i < a.size:
            c[i] = a[i] + b[i]

    @cuda.jit
    def increment(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += 1.0

    @cuda.jit
    def sin_cos(a, c):
        i = cuda.grid(1)
        if i < a.size:
            c[i] = math.sin(a[i]) * math.cos(a[i])

    @cuda.jit
    def powers(p, q, r, s, out):
        i = cuda.grid(1)
        if i < p.size:
            out[i] = math.sqrt(p[i]**2 + q[i]**3 + r[i]**4 + s[i]**5)

    @cuda.jit
    def products_2x2(a, b, c):
        i = cuda.grid(1)
        if i < a.shape[0]:
            for row in range(2):
                for column in range(2):
                    c[i, row, column] = a[i, row, 0] * b[i, 0, column] + a[i, row, 1] * b[i, 1, column]

    @cuda.jit
    def primes(prime):
        i = cuda.grid(1)
        if i < prime.size:
            found = i == 2 or (i > 2 and i % 2 != 0)
            d = 3
            while found and d * d <= i:
                found = i % d != 0
                d += 2
            prime[i] = found

    @cuda.jit
    def convolution(image, weights, out):
        i = cuda.grid(1)
        height, width = image.shape
        if i < height * width:
            row, column = i // width, i % width
            reach = weights.shape[0] // 2
            total = numpy.float32(0)
            for dy in range(weights.shape[0]):
                for dx in range(weights.shape[1]):
                    y, x = row + dy - reach, column + dx - reach
                    if 0 <= y < height and 0 <= x < width:
                        total += weights[dy, dx] * image[y, x]
            out[row, column] = total

    if workload == "sum":
        add = cuda.reduce(lambda a, b: a + b)
        array, total = cuda.to_device(inputs.arrays[0]), cuda.device_array(1, inputs.arrays[0].dtype)
        return lambda: add(array, res=total), lambda: add(cuda.to_device(inputs.arrays[0]))
    if workload == "pi":
        return pi_program(cuda, inputs.n)
    if workload in ("dot", "histogram"):
        return adding_program(cuda, workload, inputs)
    if workload == "transpose":
        return transpose_program(cuda, inputs)

    kernel = locals().get(workload)
    if kernel is None or not hasattr(kernel, "forall"):
        return None
    out = numpy.zeros(inputs.n, numpy.uint8) if workload == "primes" else inputs.out
    threads = inputs.n or inputs.arrays[0].size
    blocks = (threads + 255) // 256

    def on_device():
        arrays = [cuda.to_device(a) for a in inputs.arrays]
        return arrays if out is None else [*arrays, cuda.device_array_like(out)]
    resident = on_device()

    def end_to_end():
        arrays = on_device()
        kernel[blocks, 256](*arrays)
        arrays[-1].copy_to_host(inputs.arrays[0] if out is None else out)
    return lambda: kernel[blocks, 256](*resident), end_to_end


def adding_program(cuda, workload, inputs):
    """Blocks of 256 threads add up their shares in shared memory, and then to the result, which begins as zeros."""
    @cuda.jit
    def dot(a, b, total):
        parts = cuda.shared.array(256, numba.float32)
        x = cuda.threadIdx.x
        mine = numba.float32(0)
        for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
            mine += a[i] * b[i]
        parts[x] = mine
        cuda.syncthreads()
        half = 128
        while half > 0:
            if x < half:
                parts[x] += parts[x + half]
            cuda.syncthreads()
            half //= 2
        if x == 0:
            cuda.atomic.add(total, 0, parts[0])

    @cuda.jit
    def histogram(a, counts):
        own = cuda.shared.array(256, numba.int32)
        x = cuda.threadIdx.x
        own[x] = 0
        cuda.syncthreads()
        for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
            cuda.atomic.add(own, a[i], 1)
        cuda.syncthreads()
        cuda.atomic.add(counts, x, own[x])

    kernel, zeros = (dot, numpy.zeros(1, numpy.float32)) if workload == "dot" else (histogram, numpy.zeros(256, numpy.int32))
    blocks = min(1056, (inputs.n + 255) // 256)
    resident, result = [cuda.to_device(a) for a in inputs.arrays], cuda.to_device(zeros)

    def end_to_end():
        result = cuda.to_device(zeros)
        kernel[blocks, 256](*[cuda.to_device(a) for a in inputs.arrays], result)
        return result.copy_to_host()
    return lambda: kernel[blocks, 256](*resident, result), end_to_end


def transpose_program(cuda, inputs):
    """A tile of 32 x 32 elements in shared memory, with an unused column against bank conflicts; 32 x 8 threads."""
    @cuda.jit
    def transpose(a, c):
        tile = cuda.shared.array((32, 33), numba.float32)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        row, column = cuda.blockIdx.y * 32 + y, cuda.blockIdx.x * 32 + x
        for k in range(0, 32, 8):
            if row + k < a.shape[0] and column < a.shape[1]:
                tile[y + k, x] = a[row + k, column]
        cuda.syncthreads()
        row, column = cuda.blockIdx.x * 32 + y, cuda.blockIdx.y * 32 + x
        for k in range(0, 32, 8):
            if row + k < c.shape[0] and column < c.shape[1]:
                c[row + k, column] = tile[x, y + k]

    rows, cols = inputs.arrays[0].shape
    blocks = ((cols + 31) // 32, (rows + 31) // 32)
    resident, result = cuda.to_device(inputs.arrays[0]), cuda.device_array_like(inputs.out)

    def end_to_end():
        result = cuda.device_array_like(inputs.out)
        transpose[blocks, (32, 8)](cuda.to_device(inputs.arrays[0]), result)
        result.copy_to_host(inputs.out)
        return inputs.out
    return lambda: transpose[blocks, (32, 8)](resident, result), end_to_end


def pi_program(cuda, n):
    """Each of many threads draws its share of the points from its own generator."""
    from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

    @cuda.jit
    def pi(states, points, inside):
        i = cuda.grid(1)
        if i >= states.size:
            return
        found = 0
        for _ in range(i, points, states.size):
            x = xoroshiro128p_uniform_float32(states, i)
            y = xoroshiro128p_uniform_float32(states, i)
            if x * x + y * y < 1:
                found += 1
        cuda.atomic.add(inside, 0, found)

    threads = min(n, 1 << 18)
    states = create_xoroshiro128p_states(threads, seed=1)
    zero, inside = numpy.zeros(1, numpy.int64), cuda.to_device(numpy.zeros(1, numpy.int64))

    def kernel():
        pi[(threads + 255) // 256, 256](states, n, inside)

    def end_to_end():
        inside.copy_to_device(zero)
        kernel()
        return 4 * int(inside.copy_to_host()[0]) / n
    return kernel, end_to_end
