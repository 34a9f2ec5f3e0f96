//! launch: grid=1 block=4
//! argument: f16[7]:iota
//! argument: f16[8]:zeros
//! fault: out_of_bounds 10 a 6 0 3
//! says: reads elements 6 to 7 of 'a', which has 7 elements, 0 to 6
//! hint: 4 bytes wide and begins at byte 12; 'a' has 14 bytes, so the last 2 bytes of the access are past its end
#include <cuda_fp16.h>

__global__ void pairs(const __half* a, __half* c) {
    __half2 pair = reinterpret_cast<const __half2*>(a)[threadIdx.x];  // here
    reinterpret_cast<__half2*>(c)[threadIdx.x] = pair;
}
