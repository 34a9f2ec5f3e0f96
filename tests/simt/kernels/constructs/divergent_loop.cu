__global__ void k(float* a, int n) {
    int i = threadIdx.x;
    float s = 0;
    float v[3] = {1.5f, 2.5f, i * 1.0f};
    for (int j = 0; j < i % 5; ++j) {
        s += v[j % 3];
        if (j == 2) continue;
        if (s > 6) break;
        a[i] += s;
    }
    a[i] = s;
}
