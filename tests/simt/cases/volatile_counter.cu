//! launch: grid=4 block=32
//! options: trace=full
//! argument: i32[1]:zeros
//! fault: data_race 7 counter 0
// Volatile makes nothing atomic: updates are lost.
__global__ void count(volatile int* counter) {
    if (threadIdx.x == 0) *counter = *counter + 1;
}
