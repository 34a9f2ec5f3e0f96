// Access patterns whose counters were measured on an H200 (data/h200.json), one warp instruction each.
template <typename T> __global__ void load_strided(const T* in, T* out, int stride, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset];
}
__global__ void broadcast(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[blockIdx.x];
}
__global__ void guarded(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1.0f;
}
__global__ void every_kth_lane(const float* in, float* out, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % k == 0) out[i] = in[i] * 2.0f;
}
__global__ void row_walk(const float* in, float* out, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int col = 0; col < 8; ++col) sum += in[i * width + col];
    out[i] = sum;
}
__global__ void increment_2d_xy(float* a, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) a[y * width + x] += 1.0f;
}
template <typename T> __global__ void shared_load_strided(T* out, int stride) {
    __shared__ T tile[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) tile[k] = (T)k;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x * stride) % 2048];
}
__global__ void shared_load_float4(float4* out, int stride) {
    __shared__ float4 tile[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) tile[k] = make_float4(k, k, k, k);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x * stride) % 1024];
}
template <int PAD> __global__ void transpose_tiled(const float* in, float* out, int n) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_naive(const float* in, float* out, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}
__global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
__global__ void reduce_sequential(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void histogram_global(const unsigned char* in, unsigned* bins, int bin_count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] % bin_count], 1u);
}
__global__ void soa_sum(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[n + i] + in[2 * n + i];
}
