// Memory that the destructor of a global object frees is not leaked.
// prints: bye
#include <cstdio>

struct Buffer {
    float* data = nullptr;
    Buffer() { cudaMalloc(&data, 400); }
    ~Buffer() {
        cudaFree(data);
        std::printf("bye\n");
    }
};
Buffer buffer;

int main() { return 0; }
