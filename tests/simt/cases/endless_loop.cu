//! launch: grid=4 block=64
//! fault: step_budget 4
__global__ void forever() {
    while (true);  // here
}
