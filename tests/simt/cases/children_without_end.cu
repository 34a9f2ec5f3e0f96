//! entry: again
//! launch: grid=1 block=32
//! options: session=none
//! argument: i32[1]:zeros
//! fault: launch_invalid 9
//! says: cudaErrorLaunchMaxDepthExceeded
__global__ void again(int* a) {
    a[0] = 1;
    if (threadIdx.x == 0) again<<<1, 32>>>(a);
}
