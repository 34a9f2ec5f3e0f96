// The reference of the exchange of neighbours.
__global__ void reference(float* a, int n) {
    for (int i = 0; i + 1 < n; i += 2) {
        float left = a[i];
        a[i] = a[i + 1];
        a[i + 1] = left;
    }
}
