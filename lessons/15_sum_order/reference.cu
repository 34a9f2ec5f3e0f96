// The reference of sum_shares: one thread, in double precision with a correction, so that it is exact for f64 as well.
#include <cuda_fp16.h>

template <typename T>
__global__ void reference(const T* b, T* running, int n, int shares) {
    for (int k = 0; k < shares; ++k) {
        double sum = 0, lost = 0;
        for (int i = k; i < n; i += shares) {
            // Knuth's two-sum: `sum + x` and what that addition lost, whichever of the two is larger
            double x = double(b[i]), next = sum + x, of_x = next - sum;
            lost += (sum - (next - of_x)) + (x - of_x);
            sum = next;
            running[i] = T(sum + lost);
        }
    }
}
