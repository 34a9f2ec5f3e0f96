__global__ void fall(const float4* here, float4* there, float4* speed, int count, float pull, float step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 p = here[i], v = speed[i];
    float r = rsqrtf(p.x * p.x + p.y * p.y + p.z * p.z + 0.1f), a = -pull * r * r * r * step;
    v.x += a * p.x; v.y += a * p.y; v.z += a * p.z;
    speed[i] = v;
    // TODO: mass
    there[i] = make_float4(p.x + v.x * step, p.y + v.y * step, p.z + v.z * step, 0);
}
