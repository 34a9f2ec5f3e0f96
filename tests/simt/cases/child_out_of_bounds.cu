//! entry: parent
//! launch: grid=1 block=32
//! options: session=none
//! argument: i32[32]:zeros
//! fault: out_of_bounds 8 a 32
//! says: launched in line 11
__global__ void child(int* a) {
    a[threadIdx.x] = 1;
}
__global__ void parent(int* a) {
    if (threadIdx.x == 0) child<<<1, 64>>>(a);
}
