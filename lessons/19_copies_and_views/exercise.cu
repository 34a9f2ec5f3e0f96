// Reverses a in place: a[:] = a[::-1].
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    // TODO: the two views overlap. One thread writes a[i] while another one still has to read it. Give each element one owner.
    a[i] = a[n - 1 - i];
}
