__global__ void k(int* o) {
    int a[4] = {1, 2, 3, 4};
    int s = 0;
    for (int v : a) s += v;
    for (auto& v : a) v += s;
    o[threadIdx.x] = a[threadIdx.x & 3];
}
