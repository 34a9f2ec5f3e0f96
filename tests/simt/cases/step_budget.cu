//! launch: grid=1 block=32
//! options: steps=10000
//! argument: i32[64]:zeros
//! fault: step_budget 6
__global__ void count(int* a) {
    for (int i = 0; i < 1000000; ++i) a[0] += i;  // here
}
