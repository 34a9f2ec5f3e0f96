//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! result: 0 = 0 100 50 33 25
__global__ void divide(int* a) {
    int x = a[threadIdx.x];
    if (x != 0) a[threadIdx.x] = 100 / x;
}
