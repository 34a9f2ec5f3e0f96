// The reference of mark: every element is marked.
template <typename Index>
__global__ void reference(unsigned char* marked, int n) {
    for (int i = 0; i < n; ++i) marked[i] = 1;
}
