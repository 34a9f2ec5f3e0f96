#include <cstdio>

int main() {
    float* a = nullptr;
    cudaMalloc(&a, size_t(1) << 50);  // expect: unchecked_error
    std::printf("%d\n", a == nullptr);
}
