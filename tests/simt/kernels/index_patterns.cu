// One warp, one access, 32 given indices (negative: an inactive lane); measured on an H200 (data/h200_index.json).
template <typename T> __global__ void shared_load_index(const int* index, T* out) {
    __shared__ T tile[1024];
    for (int k = threadIdx.x; k < 1024; k += 32) tile[k] = T();
    __syncthreads();
    int i = index[threadIdx.x];
    if (i >= 0) out[threadIdx.x] = tile[i];
}
template <typename T> __global__ void shared_store_index(const int* index, const T* in, T* out) {
    __shared__ T tile[1024];
    int i = index[threadIdx.x];
    T v = in[threadIdx.x];
    if (i >= 0) tile[i] = v;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
template <typename T> __global__ void global_load_index(const int* index, const T* in, T* out) {
    int i = index[threadIdx.x];
    if (i >= 0) out[threadIdx.x] = in[i];
}
template <typename T> __global__ void global_store_index(const int* index, const T* in, T* out) {
    int i = index[threadIdx.x];
    T v = in[threadIdx.x];
    if (i >= 0) out[i] = v;
}
__global__ void shared_add_index(const int* index, int* out) {
    __shared__ int tile[1024];
    for (int k = threadIdx.x; k < 1024; k += 32) tile[k] = 0;
    __syncthreads();
    int i = index[threadIdx.x];
    if (i >= 0) atomicAdd(&tile[i], (int)threadIdx.x + 1);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void shared_add_return_index(const int* index, int* out) {
    __shared__ int tile[1024];
    for (int k = threadIdx.x; k < 1024; k += 32) tile[k] = 0;
    __syncthreads();
    int i = index[threadIdx.x];
    if (i >= 0) out[threadIdx.x] = atomicAdd(&tile[i], (int)threadIdx.x + 1);
}
__global__ void global_add_index(const int* index, int* out) {
    int i = index[threadIdx.x];
    if (i >= 0) atomicAdd(&out[i], (int)threadIdx.x + 1);
}
__global__ void global_add_return_index(const int* index, int* out, int* result) {
    int i = index[threadIdx.x];
    if (i >= 0) result[threadIdx.x] = atomicAdd(&out[i], (int)threadIdx.x + 1);
}
__global__ void global_addf_index(const int* index, float* out) {
    int i = index[threadIdx.x];
    if (i >= 0) atomicAdd(&out[i], (float)threadIdx.x + 1.0f);
}
__global__ void global_cas_index(const int* index, int* out, int* result) {
    int i = index[threadIdx.x];
    if (i >= 0) result[threadIdx.x] = atomicCAS(&out[i], 0, (int)threadIdx.x + 1);
}
