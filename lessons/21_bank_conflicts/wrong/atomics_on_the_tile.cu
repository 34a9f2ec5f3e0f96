// Reads a column of an unpadded tile by atomics: the bank conflicts are those of loads.
template <typename T>
struct Word;
template <>
struct Word<float> {
    using type = unsigned;
};
template <>
struct Word<double> {
    using type = unsigned long long;
};

template <typename T>
__global__ void rotate(const T* a, T* c, int rows, int cols) {
    using W = typename Word<T>::type;
    __shared__ W tile[32][32];
    int j = blockIdx.x * 32 + threadIdx.x;
    int i = blockIdx.y * 32 + threadIdx.y;
    if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = reinterpret_cast<const W*>(a)[i * cols + j];
    __syncthreads();
    i = blockIdx.y * 32 + threadIdx.x;
    j = blockIdx.x * 32 + threadIdx.y;
    W* to = reinterpret_cast<W*>(c) + j * rows + (rows - 1 - i);
    if (i < rows && j < cols) *to = atomicOr(&tile[threadIdx.x][threadIdx.y], W(0));
}
