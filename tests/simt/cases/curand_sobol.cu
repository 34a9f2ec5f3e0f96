//! launch: grid=1 block=32
//! argument: u32[8]:zeros
//! argument: u64[3]:zeros
//! argument: f64[4]:zeros
//! result: 0 = 0 2147483648 3221225472 1073741824 1610612736 3758096384 5 7
//! result: 1 = 0 9223372036854775808 13835058055282163712
//! result: 2 = 0 0.25 -0.6744897501960816 0.5244005127080407
// The direction numbers of the first dimension are powers of two: the numbers of van der Corput in the order of Gray's code.
#include <curand_kernel.h>
__global__ void sobol(unsigned* out, unsigned long long* wide, double* normal) {
    if (threadIdx.x) return;
    unsigned vectors[32];
    unsigned long long wide_vectors[64];
    for (int k = 0; k < 32; ++k) vectors[k] = 1u << (31 - k);
    for (int k = 0; k < 64; ++k) wide_vectors[k] = 1ull << (63 - k);
    curandStateSobol32_t s;
    curand_init(vectors, 0, &s);
    for (int i = 0; i < 4; ++i) out[i] = curand(&s);
    curand_init(vectors, 4, &s);
    for (int i = 4; i < 6; ++i) out[i] = curand(&s);
    curandStateScrambledSobol32_t scrambled;
    curand_init(vectors, 5u, 0, &scrambled);
    out[6] = curand(&scrambled);
    curand_init(vectors, 7u, 0, &scrambled);
    out[7] = curand(&scrambled);
    curandStateSobol64_t s64;
    curand_init(wide_vectors, 0, &s64);
    for (int i = 0; i < 3; ++i) wide[i] = curand(&s64);
    curand_init(wide_vectors, 2, &s64);
    normal[1] = 1 - curand_uniform_double(&s64);
    curand_init(wide_vectors, 3, &s64);
    normal[2] = curand_normal_double(&s64);
    normal[3] = normcdfinv(0.7);
    normal[1] = floor(normal[1] * 1e9 + 0.5) / 1e9;
}
