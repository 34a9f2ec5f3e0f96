//! launch: grid=1 block=64
//! options: trace=full
//! argument: i32[64]:zeros
//! fault: data_race 9 s 32 0 32
//! other: 10
__global__ void shift(int* a) {
    __shared__ int s[65];
    if (threadIdx.x == 0) s[64] = 0;
    s[threadIdx.x] = threadIdx.x;  // here
    a[threadIdx.x] = s[threadIdx.x + 1 < 32 ? threadIdx.x + 1 : 32];  // there
}
