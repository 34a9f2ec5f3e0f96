int main() {
    float *a = nullptr, *b = nullptr;
    cudaMalloc(&a, 400);
    cudaMalloc(&b, 800);  // note: leak
    cudaFree(a);
}
