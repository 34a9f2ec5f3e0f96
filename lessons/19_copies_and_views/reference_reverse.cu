// The reference of the exercise: a[:] = a[::-1].
__global__ void reference(float* a, int n) {
    for (int i = 0, j = n - 1; i < j; ++i, --j) {
        float left = a[i];
        a[i] = a[j];
        a[j] = left;
    }
}
