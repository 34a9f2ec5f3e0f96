int main() {
    for (int i = 0; i < 20; ++i) {
        int* a = nullptr;
        cudaMalloc(&a, 4096);  // note: leak
        if (i % 5 != 0) cudaFree(a);
    }
}
