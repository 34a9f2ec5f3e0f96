#include <cassert>
#include <cstdio>
__global__ void k(float* f, const char* s) {
    printf("a %d %f %s %lld %c\n", 1, f[0], "hi", 5LL, 'x');
    assert(f[0] > 0 && "positive");
    long long t = clock64();
    f[1] = clock64() - t;
    __nanosleep(5);
    if (f[0] > 5) __trap();
}
