//! launch: grid=1 block=64
//! argument: i32[64]:zeros
//! fault: step_budget 6 - - 0 37
__global__ void one(int* a) {
    if (threadIdx.x == 37) {
        while (a[40] == 0) a[41] += 1;  // here
    }
    a[threadIdx.x] = 1;
}
