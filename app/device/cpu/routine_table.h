// The functions that kernels/<topic>/reference*.cpp define. A new routine adds its forms here and a row in routines.cpp.
#pragma once

#include "device/interface/routine.h"

namespace warpwise::routines {

// a[i] += 1 for i < n: arguments a, n
void add_one_serial(const RoutineCall&);
void add_one_vector(const RoutineCall&);
void add_one_threads(const RoutineCall&);

// c[i] = a[i] + b[i] for i < n: arguments a, b, c, n
void vector_add_serial(const RoutineCall&);
void vector_add_vector(const RoutineCall&);
void vector_add_threads(const RoutineCall&);

// c[i] = sin(a[i]) cos(a[i]) for i < n: arguments a, c, n
void sin_cos_serial(const RoutineCall&);
void sin_cos_vector(const RoutineCall&);
void sin_cos_threads(const RoutineCall&);

// out[i] = sqrt(p[i]^2 + q[i]^3 + r[i]^4 + s[i]^5) for i < n: arguments p, q, r, s, out, n
void powers_serial(const RoutineCall&);
void powers_vector(const RoutineCall&);
void powers_threads(const RoutineCall&);

// C = A B, square, row-major: arguments a, b, c, n
void matmul_serial(const RoutineCall&);
void matmul_vector(const RoutineCall&);
void matmul_threads(const RoutineCall&);
void matmul_library(const RoutineCall&);

// C[i] = A[i] B[i] for i < n, matrices of 2 x 2, row-major: arguments a, b, c, n
void products_2x2_serial(const RoutineCall&);
void products_2x2_vector(const RoutineCall&);
void products_2x2_threads(const RoutineCall&);

// the singular values of A, row-major m x n, largest first: arguments a (f32 or f64), values, m, n
void svd_serial(const RoutineCall&);
void svd_vector(const RoutineCall&);
void svd_threads(const RoutineCall&);
void svd_library(const RoutineCall&);

// total[0] += a[0] + ... + a[n - 1]: arguments a, total, n
void sum_serial(const RoutineCall&);
void sum_vector(const RoutineCall&);
void sum_threads(const RoutineCall&);

// total[0] += a[0] * b[0] + ... + a[n - 1] * b[n - 1]: arguments a, b, total, n
void dot_serial(const RoutineCall&);
void dot_vector(const RoutineCall&);
void dot_threads(const RoutineCall&);

// sums[i] = a[0] + ... + a[i] for i < n: arguments a, sums, n
void scan_serial(const RoutineCall&);
void scan_vector(const RoutineCall&);
void scan_threads(const RoutineCall&);

// kept = the elements of a[0] to a[n - 1] that are above 0, in their order, count[0] = how many: arguments a, kept, count (i32), n
void compact_serial(const RoutineCall&);
void compact_vector(const RoutineCall&);
void compact_threads(const RoutineCall&);

// in each of the rows, sums[i] = the sum up to a[i]: arguments a, sums, rows, n
void scan_rows_serial(const RoutineCall&);
void scan_rows_vector(const RoutineCall&);
void scan_rows_threads(const RoutineCall&);

// c[i] = a[i * stride + shift]: arguments a, c, n, stride, shift
void strided_copy_serial(const RoutineCall&);
void strided_copy_vector(const RoutineCall&);
void strided_copy_threads(const RoutineCall&);

// c[i] = a[i - 1] + a[i] + a[i + 1], 0 past the ends: arguments a, c, n
void neighbour_sums_serial(const RoutineCall&);
void neighbour_sums_vector(const RoutineCall&);
void neighbour_sums_threads(const RoutineCall&);

// c[i] = table[index[i]]: arguments table, index (i32), c, n
void gather_serial(const RoutineCall&);
void gather_vector(const RoutineCall&);
void gather_threads(const RoutineCall&);

// c[i, j] = a[offset + i * s0 + j * s1]: arguments a, c, rows, cols, offset, s0, s1
void copy_view_serial(const RoutineCall&);
void copy_view_vector(const RoutineCall&);
void copy_view_threads(const RoutineCall&);

// c[i, j] = a[i * a0 + j * a1] + b[i * b0 + j * b1]: arguments a, b, c, rows, cols, a0, a1, b0, b1
void add_strided_serial(const RoutineCall&);
void add_strided_vector(const RoutineCall&);
void add_strided_threads(const RoutineCall&);

// c[i] = 2 * a[i * step] for i * step < n: arguments a, c, n, step
void double_strided_serial(const RoutineCall&);
void double_strided_vector(const RoutineCall&);
void double_strided_threads(const RoutineCall&);

// c[i] = a[i] + the sum of tanh over the diagonal of the n x n matrix a: arguments a, c (f32 or f64), n
void add_trace_serial(const RoutineCall&);
void add_trace_vector(const RoutineCall&);
void add_trace_threads(const RoutineCall&);

// counts[v] += how often v is among a[0] to a[n - 1]: arguments a (u8), counts (i32, 256 of them), n
void histogram_serial(const RoutineCall&);
void histogram_vector(const RoutineCall&);
void histogram_threads(const RoutineCall&);

// c[j, i] = a[i, j], row-major: arguments a, c, rows, cols
void transpose_serial(const RoutineCall&);
void transpose_vector(const RoutineCall&);
void transpose_threads(const RoutineCall&);

// prime[i] = 1 when i is prime, else 0, for i < n: arguments prime, n
void primes_serial(const RoutineCall&);
void primes_vector(const RoutineCall&);
void primes_threads(const RoutineCall&);

// inside[0] += random points within the quarter circle: arguments inside, samples, seed
void pi_serial(const RoutineCall&);
void pi_vector(const RoutineCall&);
void pi_threads(const RoutineCall&);

// each pixel the sum of its k x k neighbourhood times the filter, black outside: arguments image (f32), filter, out, width, height,
// k (odd)
void convolution_serial(const RoutineCall&);
void convolution_vector(const RoutineCall&);
void convolution_threads(const RoutineCall&);
void convolution_library(const RoutineCall&);

// steps until |z| >= 2: arguments counts (i32), width, height, x0, y0, step, most
void mandelbrot_serial(const RoutineCall&);
void mandelbrot_vector(const RoutineCall&);
void mandelbrot_threads(const RoutineCall&);

// one step of spreading heat: arguments now (f32), next, width, height, rate
void heat_step_serial(const RoutineCall&);
void heat_step_vector(const RoutineCall&);
void heat_step_threads(const RoutineCall&);

// one step of particles that pull each other: arguments now (f32 [n, 4]: place and mass), next, velocity, n, dt, softening
void particles_step_serial(const RoutineCall&);
void particles_step_vector(const RoutineCall&);
void particles_step_threads(const RoutineCall&);

// cups that cool by `rounds` steps: arguments a (f32, f64), c, n, rounds
void cool_serial(const RoutineCall&);
void cool_vector(const RoutineCall&);
void cool_threads(const RoutineCall&);

// memory copied, 16 bytes a unit: arguments from, to, n
void ceiling_copy_serial(const RoutineCall&);
void ceiling_copy_threads(const RoutineCall&);

// eight chains of `steps` multiply-adds an element: arguments a (f32, f64), factor, addend, steps, n
void ceiling_fma_serial(const RoutineCall&);
void ceiling_fma_vector(const RoutineCall&);
void ceiling_fma_threads(const RoutineCall&);

// one step of Life on a torus: arguments now (u8), next, width, height
void life_serial(const RoutineCall&);
void life_vector(const RoutineCall&);
void life_threads(const RoutineCall&);

// the same, and HighLife, with 32 cells in a word, the lowest bit leftmost: arguments now (u32), next, words per row, height
void life_bits_serial(const RoutineCall&);
void life_bits_vector(const RoutineCall&);
void life_bits_threads(const RoutineCall&);
void high_life_bits_serial(const RoutineCall&);
void high_life_bits_vector(const RoutineCall&);
void high_life_bits_threads(const RoutineCall&);

}  // namespace warpwise::routines
