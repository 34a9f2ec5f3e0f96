int main() {
    float* a = nullptr;
    cudaMalloc(&a, 400);
    cudaFree(a);
    cudaFree(a);  // expect: double_free
}
