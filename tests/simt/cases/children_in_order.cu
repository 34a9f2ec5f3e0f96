//! entry: parent
//! launch: grid=2 block=32
//! options: session=none
//! argument: f32[64]:zeros
//! argument: i32[4]:zeros
//! result: 0 = 12 12
//! result: 1 = 1 2 3
//! printed: child of block 0
//! printed: child of block 1
// Grids of one stream run one after the other, each with the grids that it launches itself; the tail comes last.
struct Factor { float by; int pad[4]; };
template <typename T> __global__ void scale(T* a, Factor f) { a[threadIdx.x] *= f.by; }
__global__ void add(float* a, char plus, double much, bool really) {
    if (really) a[threadIdx.x] += plus + much;
    if (threadIdx.x == 0) scale<float><<<dim3(1, 1), 64>>>(a, Factor{2, {}});
}
__global__ void note(int* log, int place, int value) {
    if (threadIdx.x == 0) log[place] = value + (place ? log[place - 1] : 0);
}
__global__ void say(int block) { printf("child of block %d\n", block); }
__global__ void parent(float* a, int* log) {
    if (threadIdx.x != 0) return;
    say<<<1, 1>>>((int)blockIdx.x);
    if (blockIdx.x == 1) return;
    note<<<1, 32, 0, cudaStreamTailLaunch>>>(log, 2, 1);
    note<<<1, 32>>>(log, 0, 1);
    note<<<1, 32>>>(log, 1, 1);
    add<<<1, 64>>>(a, 1, 2.0, true);
    add<<<1, 64>>>(a, 0, 0.0, false);
}
