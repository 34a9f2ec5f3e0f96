//! launch: grid=1 block=32
//! argument: f32[32]:zeros
//! fault: barrier_divergence 9
//! says: lane 5 of its warp does not reach
//! hint: multiple of 32
__global__ void some(float* out) {
    float d = 0, e = 0, f = 0, g = 0;
    if (threadIdx.x != 5)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, {%4}, {%0,%1,%2,%3};" : "+f"(d), "+f"(e), "+f"(f), "+f"(g) : "r"(0));
    out[threadIdx.x] = d + e + f + g;
}
