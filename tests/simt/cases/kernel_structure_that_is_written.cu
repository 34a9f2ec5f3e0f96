//! launch: grid=2 block=64
//! argument: words:2,10,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
//! argument: i32[128]:zeros
//! result: 1 = 7 108 209 310
// Each thread has a copy of its own to write to.
struct Table { int start, step, of[18]; };
__device__ void add(Table* table, int i) { table->of[i] += 100 * threadIdx.x; }
__global__ void k(Table table, int* a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    add(&table, i % 18);
    a[i] = table.of[i % 18];
}
