// exit: 1
// A macro's call ignores the result, and asks for it afterwards in the same line.
#include <cstdio>

#define TRY(call)                                                   \
    do {                                                            \
        call;                                                       \
        const cudaError_t error = cudaGetLastError();               \
        if (error != cudaSuccess) {                                 \
            std::printf("%s\n", cudaGetErrorString(error));         \
            return 1;                                               \
        }                                                           \
    } while (0)

int main() {
    float* p;
    TRY(cudaMalloc(&p, 1ull << 60));
    TRY(cudaFree(p));
}  // prints: out of memory
