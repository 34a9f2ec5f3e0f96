// The compiler knows how large local arrays are: the copy that would overwrite the stack is not made.
int main() {
    float h[10] = {};
    float* a = nullptr;
    cudaMalloc(&a, 100 * sizeof(float));
    cudaMemset(a, 0, 100 * sizeof(float));
    cudaMemcpy(h, a, 100 * sizeof(float), cudaMemcpyDeviceToHost);  // expect: copy_out_of_bounds
    cudaFree(a);
    return h[3] != 0;
}
