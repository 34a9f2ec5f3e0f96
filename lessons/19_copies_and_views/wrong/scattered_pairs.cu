// Each pair has one owner, and the pairs of neighbouring lanes are far apart.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pairs = n / 2, share = (pairs + 31) / 32;
    if (i >= 32 * share) return;
    i = i % 32 * share + i / 32;
    if (i >= pairs) return;
    int j = n - 1 - i;
    float left = a[i], right = a[j];
    a[i] = right;
    a[j] = left;
}
