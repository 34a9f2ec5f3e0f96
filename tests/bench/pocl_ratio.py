#!/usr/bin/python3
"""The emulator beside PoCL, which compiles OpenCL C to the processor's code, on the same kernels, one thread each.

usage: tests/bench/pocl_ratio.py build/release/warpwise     (needs the Debian packages pocl-opencl-icd and python3-pyopencl)

Processor time, the least of five. Of PoCL a launch after a first one that compiles; of the emulator, in both tiers and with
counters, what a deep grid costs beyond a single block, per layer: starting the program and compiling are in both.
"""
import os
import pathlib
import resource
import subprocess
import sys
import time

os.environ.update(POCL_MAX_PTHREAD_COUNT="1", PYOPENCL_NO_CACHE="1", OMP_NUM_THREADS="1")
import numpy
import pyopencl as cl

root = pathlib.Path(__file__).resolve().parents[2]
matmul = root / "kernels/linear_algebra/matmul/2_tiled.cu"
mandelbrot = root / "kernels/images/mandelbrot/1_thread_per_pixel.cu"
vector_add = root / "kernels/arithmetic/vector_add/1_thread_per_element.cu"
i, f = numpy.int32, numpy.float32


def least(samples):
    return min(samples() for _ in range(5))


def pocl(kernel, groups, local, buffers, scalars):
    """Seconds of a launch; `buffers` are bytes."""
    device = [d for p in cl.get_platforms() if "Portable" in p.name for d in p.get_devices()][0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    source = (root / "tests/bench/oclgrind_kernels.cl").read_text()
    run = getattr(cl.Program(context, source).build(), kernel)
    arrays = [cl.Buffer(context, cl.mem_flags.READ_WRITE, size) for size in buffers]
    for array, size in zip(arrays, buffers):
        cl.enqueue_fill_buffer(queue, array, f(1), 0, size)
    wide = tuple(g * l for g, l in zip(groups, local))

    def launch():
        run(queue, wide, local, *arrays, *scalars)
        queue.finish()

    def sample():
        start = time.process_time()
        launch()
        return time.process_time() - start

    launch()
    return least(sample)


def emulator(program, source, entry, grid, block, arguments, depth, tier, trace):
    def processor_seconds(shape):
        command = [program, "kernel", source, "--entry", entry, "--grid", shape, "--block", block, "--threads", "1", "--trace", trace]
        for argument in arguments:
            command += ["--arg", argument]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, WARPWISE_TIER=tier))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    base = least(lambda: processor_seconds("1,1,1"))
    whole = least(lambda: processor_seconds(f"{grid},{depth}"))
    return (whole - base) / depth


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    n = 1 << 20
    side = 4 * 512 * 512
    cases = [
        ("vector add, 1 M", lambda: pocl("vector_add", (n // 256,), (256,), [4 * n] * 3, [i(n)]),
         (vector_add, "vector_add<float>", f"{n // 256},1", "256", [f"f32[{n}]:iota"] * 2 + [f"f32[{n}]", f"i32:{n}"], 32)),
        ("vector add, 16 M", lambda: pocl("vector_add", (n // 16,), (256,), [64 * n] * 3, [i(16 * n)]),
         (vector_add, "vector_add<float>", f"{n // 16},1", "256", [f"f32[{16 * n}]:iota"] * 2 + [f"f32[{16 * n}]", f"i32:{16 * n}"], 4)),
        ("tiled matmul 512^3", lambda: pocl("matmul_tiled", (32, 32), (16, 16), [side] * 3, [i(512)]),
         (matmul, "matmul_tiled<float>", "32,32", "16,16", ["f32[512,512]:uniform"] * 2 + ["f32[512,512]:zeros", "i32:512"], 4)),
        ("Mandelbrot 1024^2 x 256", lambda: pocl("mandelbrot", (64, 64), (16, 16), [4 * n],
                                                 [i(1024), i(1024), f(-2), f(-1.5), f(3 / 1024), i(256)]),
         (mandelbrot, "mandelbrot", "64,64", "16,16",
          ["i32[1024,1024]:zeros", "i32:1024", "i32:1024", "f32:-2", "f32:-1.5", "f32:0.0029296875", "i32:256"], 8)),
    ]
    tiers = [("interpreted", "none"), ("interpreted", "counters"), ("native", "counters")]
    print(f"{'milliseconds; times as long as PoCL':36} {'PoCL':>9}" + "".join(f"{tier + ', ' + trace:>24}" for tier, trace in tiers))
    for name, of_pocl, launch in cases:
        base = of_pocl()
        times = [emulator(program, *launch, tier, trace) for tier, trace in tiers]
        print(f"{name:36} {base * 1e3:9.2f}" + "".join(f"{t * 1e3:15.2f} {t / base:8.2f}" for t in times), flush=True)


main()
