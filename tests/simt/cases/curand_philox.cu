//! launch: grid=1 block=32
//! argument: u32[33]:zeros
//! argument: i32[2]:zeros
//! result: 0 = 3823634032 3842641596 2515673792 3054873127 2886210587 3754282174 15 4943 2658494960 2030311396 3657303623 2704507684 42337376 183359886 4163345802 804628411 2299061466 8 5107 1207533974 1260503283 249769920 1113444456 3080449633 3527442931 1596187553 1178301821 1771462868 6 5103 2480354755 2158883227 3601651233
//! result: 1 = 0 0
// The values of NVIDIA's header, compiled for the host: integers exactly, the others as far as the host's functions agree.
#include <curand_kernel.h>
__constant__ float floats[24] = {
    0.475593239, 0.917959571, 0.0149888387, -1.05374801, 1.21250308, 2.82558513, 2.01655793, 1.59749234, 0.179806992,
    0.944497645, -0.0168748945, 1.29876161, 0.14120014, 1.00055373, 0.35293445, 1.34130394, 0.791200578, 0.47434473,
    -0.36678642, 0.494583219, 70.6135559, 23.6791039, -0.931345403, -1.2484951};
__constant__ double doubles[12] = {
    0.053858498809859157, -0.78305259117934323, 0.4560304521979382, 2.4338946244844033, 0.69840525975450873,
    0.53246755378265131, 0.13695130616062817, 1.6976051187879799, 0.047795956721529365, 1.8581609905997314,
    -0.14704873821557463, 1.1188857240839611};
typedef curandStatePhilox4_32_10_t State;
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
