//! launch: grid=1 block=32
//! argument: i32[64]:zeros
//! fault: null_pointer 6 - - 0 0
__global__ void null(int* out) {
    int* p = nullptr;
    p[threadIdx.x + 4] = 1;  // here
}
