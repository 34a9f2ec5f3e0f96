//! launch: grid=1 block=32
//! argument: i32[64]:zeros
//! fault: host_pointer 6 - - 0 0
__global__ void host(int* out) {
    int* p = (int*)0x7ffd12345670ull;
    out[threadIdx.x] = *p;  // here
}
