// Marks every element; the index is kept in an Index. With unsigned short it is a 16-bit number: thread 65,536 gets the index 0.
template <typename Index>
__global__ void mark(unsigned char* marked, int n) {
    Index i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    if (i >= n) return;
    marked[i] = 1;
}
