//! entry: parent
//! launch: grid=1 block=32
//! options: session=none
//! argument: i32[32]:zeros
//! fault: out_of_bounds 10
//! says: a pointer to local memory
__global__ void child(int* a, int* b) { b[threadIdx.x] = *a; }
__global__ void parent(int* b) {
    int mine = 5;
    child<<<1, 32>>>(&mine, b);
}
