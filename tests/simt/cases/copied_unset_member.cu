//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! fault: uninitialized_read 21 hit 0 0
// A copy sets what was set.
struct Hit {
    float t, place[3], normal[3];
    const int* material;
};
__device__ __noinline__ void find(int lane, Hit& hit) {
    hit.t = lane;
    hit.place[0] = hit.place[1] = hit.place[2] = 10;
    hit.material = nullptr;
}
__global__ void k(int* out) {
    Hit found, hit;
    find(threadIdx.x, found);
    hit = found;
    float sum = hit.t;
    for (int i = 0; i < 3; ++i) sum += hit.place[i];
    for (int i = 0; i < 3; ++i) sum += hit.normal[i];
    out[threadIdx.x] = sum;
}
