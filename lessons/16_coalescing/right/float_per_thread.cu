// Neighbouring lanes take neighbouring floats, four times: lane l has field l % 4. Its stores go to four runs of eight floats.
__global__ void split_records(const float* points, float* split, int n) {
    int threads = gridDim.x * blockDim.x;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < 4 * n; k += threads) split[k % 4 * n + k / 4] = points[k];
}
