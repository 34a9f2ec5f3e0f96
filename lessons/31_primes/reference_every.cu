// The reference: how many divisors are tried for each number below n.
__global__ void reference(int* tries, int n) {
    for (int i = 0; i < n; ++i) {
        int tried = 0;
        for (int d = 2; d * d <= i; ++d) {
            ++tried;
            if (i % d == 0) break;
        }
        tries[i] = tried;
    }
}
