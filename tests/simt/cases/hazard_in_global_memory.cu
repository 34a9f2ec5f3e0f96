//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:iota
//! hazard: 6 7 a
__global__ void shift(int* a) {
    int next = a[(threadIdx.x + 1) % 32];  // read
    a[threadIdx.x] = next;                 // write
}
