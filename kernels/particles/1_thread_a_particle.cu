// Step 1: a thread a particle. It reads the place and the mass of every particle from global memory, adds up their pull, and
// moves its own particle on by a step of dt. Places are x, y, z and the mass; velocities are x, y, z and nothing.
__global__ void particles_step(const float4* now, float4* next, float4* velocity, int n, float dt, float softening) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 here = now[i];
    float pull_x = 0, pull_y = 0, pull_z = 0;
    //[all]
    for (int j = 0; j < n; ++j) {
        float4 other = now[j];
        float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
        float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, softening * softening))));
        float pull = other.w * inverse * inverse * inverse;
        pull_x = fmaf(pull, x, pull_x);
        pull_y = fmaf(pull, y, pull_y);
        pull_z = fmaf(pull, z, pull_z);
    }
    //[/all]
    //[move]
    float4 v = velocity[i];
    v.x = fmaf(pull_x, dt, v.x);
    v.y = fmaf(pull_y, dt, v.y);
    v.z = fmaf(pull_z, dt, v.z);
    velocity[i] = v;
    next[i] = make_float4(fmaf(v.x, dt, here.x), fmaf(v.y, dt, here.y), fmaf(v.z, dt, here.z), here.w);
    //[/move]
}
