// The reference: how many odd divisors are tried for each odd number below n.
__global__ void reference(int* tries, int n) {
    for (int i = 1; i < n; i += 2) {
        int tried = 0;
        for (int d = 3; d * d <= i; d += 2) {
            ++tried;
            if (i % d == 0) break;
        }
        tries[i] = tried;
    }
}
