//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! counter: shared_store_bank_conflicts = 31
//! counter: shared_load_bank_conflicts = 0
//! counter: shared_load_wavefronts = 1
__global__ void column(int* a) {
    __shared__ int tile[32][32];
    tile[threadIdx.x][0] = threadIdx.x;
    a[threadIdx.x] = tile[0][threadIdx.x];
}
