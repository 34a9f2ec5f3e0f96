// The reference of the gather: element by element.
__global__ void reference(const float* table, const int* index, float* c, int n) {
    for (int i = 0; i < n; ++i) c[i] = table[index[i]];
}
