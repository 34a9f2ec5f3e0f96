//! launch: grid=1 block=8
//! argument: surface:f32[8]:zeros
//! fault: misaligned 6
//! says: writes 4 bytes of 'line' at byte 1 of a row
//! hint: x * sizeof
__global__ void k(cudaSurfaceObject_t line) { surf1Dwrite(1.f, line, threadIdx.x); }
