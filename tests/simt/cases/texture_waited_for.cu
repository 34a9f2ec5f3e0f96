//! launch: grid=1 block=32
//! argument: texture:i32[4]:zeros
//! argument: i32[4]:zeros
//! fault: step_budget 7
//! says: does not end
__global__ void k(cudaTextureObject_t flag, int* out) {
    while (tex1Dfetch<int>(flag, 0) == 0) {}
    out[0] = 1;
}
