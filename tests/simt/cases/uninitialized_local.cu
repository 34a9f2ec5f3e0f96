//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[32]:zeros
//! fault: uninitialized_read 8 row 3 0 3
__global__ void read(int* a) {
    int row[8];
    for (int k = 0; k < 3; ++k) row[k] = k;
    a[threadIdx.x] = row[threadIdx.x % 8];  // here
}
