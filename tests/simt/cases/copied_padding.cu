//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! result: 0 = 40 41 42
// The padding of a structure is never set, and its copy has been.
struct Hit {
    float t, place[3], normal[3];
    const int* material;
};
__device__ __noinline__ bool find(int lane, Hit& hit) {
    hit.t = lane;
    for (int i = 0; i < 3; ++i) hit.place[i] = hit.normal[i] = 10;
    hit.material = nullptr;
    return true;
}
__device__ __noinline__ void nearest(int lane, Hit& hit) {
    Hit found;
    for (int i = 0; i < 3; ++i)
        if (find(lane, found)) hit = found;
}
__global__ void k(int* out) {
    Hit hit;
    nearest(threadIdx.x, hit);
    out[threadIdx.x] = hit.t + hit.place[0] + hit.place[2] + hit.normal[1] + 10 + (hit.material != nullptr);
}
