// What a kernel prints appears when the program waits for it.
#include <cstdio>

__global__ void hello() { printf("thread %d\n", threadIdx.x); }

int main() {
    hello<<<1, 4>>>();  // expect: read_before_wait
    return 0;
}
