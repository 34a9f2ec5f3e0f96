//! launch: grid=1 block=128
//! options: trace=full
//! argument: f32[128]:iota
//! race: 10 11 temp
// What CUB's documentation asks for: a barrier before temporary storage is used again.
#include <cub/cub.cuh>
__global__ void k(float* a) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage temp;
    float s = Reduce(temp).Sum(a[threadIdx.x]);
    float t = Reduce(temp).Sum(a[threadIdx.x] * 2);
    if (threadIdx.x == 0) a[0] = s + t;
}
