//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! fault: out_of_bounds 11 cells.low 8 0 8
struct Cells {
    int low[8];
    int high[32];
};
__global__ void fill(int* out) {
    __shared__ Cells cells;
    cells.high[threadIdx.x] = 1;
    cells.low[threadIdx.x] = 7;  // thread 8 writes high[0]
    __syncthreads();
    out[threadIdx.x] = cells.high[threadIdx.x];
}
