//! launch: grid=1 block=32
//! argument: i32[32]:iota
//! fault: assert_failed 6 - - 0 20
#include <assert.h>
__global__ void check(int* a) {
    assert(a[threadIdx.x] < 20);  // here
    a[threadIdx.x] = 0;
}
