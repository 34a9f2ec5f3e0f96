//! entry: parent
//! launch: grid=20 block=128
//! options: session=none
//! argument: i32[1]:zeros
//! fault: launch_invalid 9
//! says: cudaErrorLaunchPendingCountExceeded
__global__ void child(int* a) { a[0] = 1; }
__global__ void parent(int* a) {
    child<<<1, 1>>>(a);
}
