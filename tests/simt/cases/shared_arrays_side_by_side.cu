//! launch: grid=1 block=32 shared=256
//! options: trace=full
//! argument: i32[32]:zeros
//! counter: shared_store_instructions = 1
//! counter: shared_store_bank_conflicts = 1
//! counter: shared_load_instructions = 1
//! counter: shared_load_wavefronts = 2
//! result: 0 = 0 10 20 30
// One access of a warp may touch several arrays. Its banks are those of the places that the arrays have in the block's
// shared memory: dynamic[1] lies in the bank of fixed[1].
extern __shared__ int dynamic[];
__global__ void mixed(int* out) {
    __shared__ int fixed[32];
    int lane = threadIdx.x;
    int* place = lane % 4 == 2 ? dynamic + 1 : fixed;
    place[lane] = lane * 10;
    out[lane] = place[lane];
}
