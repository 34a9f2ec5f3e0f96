//! launch: grid=1 block=32
//! argument: u32[33]:zeros
//! argument: i32[2]:zeros
//! result: 0 = 1860102995 403207181 975854239 891564283 2719027692 151811380 11 5002 620503018 1507251110 3799447184 2195370367 1544790822 1133826705 3755608101 1557592097 2772236615 10 4964 2352860710 959924594 1081248507 425697413 278560559 2532287489 3779110175 640068982 3167850917 9 5077 3137916821 1914337955 3792553724
//! result: 1 = 0 0
// The values of NVIDIA's header, compiled for the host: integers exactly, the others as far as the host's functions agree.
#include <curand_kernel.h>
__constant__ float floats[24] = {
    0.992060661, -1.88205266, 1.20426548, -0.656670094, 442.812439, 0.595451295, -0.895807087, -1.02305782, 0.305409819,
    -0.754408419, 0.203351915, 1.14905536, 33.2401085, 1.51036882, -0.236962676, -2.35863185, 0.332513362, -0.720025718,
    0.898033977, 0.173405021, 11.5487928, 12.5903492, -1.43896878, -1.03095865};
__constant__ double doubles[12] = {
    0.13446331468942407, 0.13112286693185785, -0.84496887199829096, 1.215920015596631, 0.63802682011099665,
    -0.11992782003401645, -0.60138704987979907, 1.3928292384676757, 0.51890624767434923, 1.7869991813992607,
    0.40392106973600694, 1.3063940397411131};
typedef curandStateMRG32k3a_t State;
__device__ bool is_near(double a, double b, double relative) { return fabs(a - b) <= relative * (1 + fabs(b)); }
__global__ void numbers(unsigned* out, int* wrong) {
    unsigned long long seeds[3] = {1, 0x123456789abcdefull, 0}, sequences[3] = {0, 100003, 0x123456789ull}, offsets[3] = {0, 17, 0xabcdef01234ull};
    int t = threadIdx.x;
    if (t >= 3) return;
    State s;
    curand_init(seeds[t], sequences[t], offsets[t], &s);
    unsigned* u = out + 11 * t;
    for (int i = 0; i < 6; ++i) *u++ = curand(&s);
    float f[8];
    f[0] = curand_uniform(&s);
    for (int i = 1; i < 4; ++i) f[i] = curand_normal(&s);
    for (int i = 4; i < 6; ++i) f[i] = curand_log_normal(&s, 1.f, 2.f);
    float2 pair = curand_normal2(&s);
    f[6] = pair.x, f[7] = pair.y;
    double d[4] = {curand_uniform_double(&s)};
    for (int i = 1; i < 3; ++i) d[i] = curand_normal_double(&s);
    d[3] = curand_log_normal_double(&s, 0.5, 0.25);
    *u++ = curand_poisson(&s, 10);
    *u++ = curand_poisson(&s, 5000);
    *u++ = curand(&s);
    skipahead(12345, &s);
    *u++ = curand(&s);
    skipahead_sequence(3, &s);
    *u++ = curand(&s);
    for (int i = 0; i < 8; ++i) atomicAdd(&wrong[0], !is_near(f[i], floats[8 * t + i], i ? 1e-5 : 0));
    for (int i = 0; i < 4; ++i) atomicAdd(&wrong[1], !is_near(d[i], doubles[4 * t + i], i ? 1e-14 : 0));
}
