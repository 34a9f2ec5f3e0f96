__global__ void k(int* o, int n) {
    int s = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0;; ++j) {
            if (j > i) break;
            if ((j & 1) == 0) continue;
            s += j;
            if (s > 100) return;
        }
        do {
            s--;
            if (s == 7) break;
        } while (s > 10);
    }
    o[threadIdx.x] = s;
}
