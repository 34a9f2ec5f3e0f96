//! launch: grid=1 block=32
//! argument: u32[33]:zeros
//! argument: i32[2]:zeros
//! result: 0 = 2898200796 3111669439 2179589753 379598403 3593604917 525081800 11 5076 255194802 2670118912 1228856877 4100064617 884295011 1819220200 735107450 236251971 3080426304 4 5066 3510078482 3600013136 3989648128 3312266611 3695888679 2884218797 3999948914 2939874388 3574862297 12 4951 3330463966 667326700 114184877
//! result: 1 = 0 0
// The values of NVIDIA's header, compiled for the host: integers exactly, the others as far as the host's functions agree.
#include <curand_kernel.h>
__constant__ float floats[24] = {
    0.187584832, 0.407762438, -0.409601688, 1.38948154, 1.63841569, 0.0158136152, -0.302532643, 1.29170096, 0.465055883,
    -0.0459086895, 1.07348037, 1.90166652, 1.33089232, 0.13942045, -1.27964532, -0.195094407, 0.827541888, 0.317503929,
    0.277003676, -0.207030535, 4.63648224, 8.75413895, -0.640504897, 0.795857787};
__constant__ double doubles[12] = {
    0.75304342433366056, 1.1695022012159717, 0.39066409226826898, 1.3817732174070336, 0.98084451625120206,
    0.56362647902694352, -0.76869816131017932, 1.5688135352863009, 0.13557329340070173, 1.0609261277871,
    -1.6831522854785712, 1.3161095079595251};
typedef curandStateXORWOW_t State;
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
