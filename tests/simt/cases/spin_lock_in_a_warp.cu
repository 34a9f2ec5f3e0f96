//! launch: grid=1 block=32
//! argument: i32[2]:zeros
//! fault: step_budget 5
__global__ void lock(int* a) {
    while (atomicCAS(&a[0], 0, 1) != 0);  // here
    a[1] += 1;
    atomicExch(&a[0], 0);
}
