// The functions that kernels/<topic>/reference.cpp define. A new routine adds its forms here and a row in routines.cpp.
#pragma once

#include "device/routines.h"

namespace warpwise::routines {

// a[i] += 1 for i < n: arguments a, n
void add_one_serial(const RoutineCall&);
void add_one_vector(const RoutineCall&);
void add_one_threads(const RoutineCall&);

// c[i] = a[i] + b[i] for i < n: arguments a, b, c, n
void vector_add_serial(const RoutineCall&);
void vector_add_vector(const RoutineCall&);
void vector_add_threads(const RoutineCall&);

// C = A B, square, row-major: arguments a, b, c, n
void matmul_serial(const RoutineCall&);
void matmul_vector(const RoutineCall&);
void matmul_threads(const RoutineCall&);

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

// one step of Life on a torus: arguments now (u8), next, width, height
void life_serial(const RoutineCall&);
void life_vector(const RoutineCall&);
void life_threads(const RoutineCall&);

// the same, and HighLife, with 32 cells in a word, the lowest bit leftmost: arguments now (u32), next, words a row, height
void life_bits_serial(const RoutineCall&);
void life_bits_vector(const RoutineCall&);
void life_bits_threads(const RoutineCall&);
void high_life_bits_serial(const RoutineCall&);
void high_life_bits_vector(const RoutineCall&);
void high_life_bits_threads(const RoutineCall&);

}  // namespace warpwise::routines
