// What a[1:] += a[:-1] means: each element gets the old value of its left neighbour. From the end to the start, none is lost.
__global__ void reference(float* a, int n) {
    for (int i = n - 1; i > 0; --i) a[i] += a[i - 1];
}
