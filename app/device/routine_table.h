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

}  // namespace warpwise::routines
