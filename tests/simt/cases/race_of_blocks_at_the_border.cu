//! launch: grid=2 block=32
//! options: trace=full order=all
//! argument: i32[65]:iota
//! race: 7 9 a
__global__ void step(int* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = a[i + 1];  // read
    __syncthreads();
    a[i] = next;  // write
}
