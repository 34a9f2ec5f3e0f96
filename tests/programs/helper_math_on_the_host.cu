// prints: 14 5 0 0 1
// prints: 0.5 0.5 1 0 -1
// prints: 14 0.5
#include <helper_math.h>

#include <cstdio>

__global__ void on_device(float* out) {
    const float3 a = make_float3(1, 2, 3);
    out[0] = dot(a, a);
    out[1] = rsqrtf(4);
}

int main() {
    const float3 x = make_float3(1, 0, 0), y = make_float3(0, 1, 0), a = make_float3(1, 2, 3);
    const float3 z = cross(x, normalize(2 * y));
    std::printf("%g %g %g %g %g\n", dot(a, a), length(make_float4(3, 4, 0, 0)), z.x, z.y, z.z);
    std::printf("%g %g %g %g %g\n", rsqrtf(4), clamp(2.0f, 0.0f, 0.5f), sinpi(0.5), cospif(1.5f), cospi(1.0));
    float* out = nullptr;
    cudaMallocManaged(&out, 2 * sizeof *out);
    on_device<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::printf("%g %g\n", out[0], out[1]);
    cudaFree(out);
}
