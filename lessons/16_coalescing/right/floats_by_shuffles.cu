// A warp loads its records as 128 floats, and each lane gets the four floats of its record from the lanes that loaded them.
__global__ void split_records(const float* points, float* split, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int first = 4 * (i - lane);
    float loaded[4];
    for (int k = 0; k < 4; ++k) {
        int from = first + 32 * k + lane;
        loaded[k] = from < 4 * n ? points[from] : 0;
    }
    for (int field = 0; field < 4; ++field) {
        float value = 0;
        for (int k = 0; k < 4; ++k) {
            float passed = __shfl_sync(0xffffffffu, loaded[k], (4 * lane + field) % 32);
            if (lane / 8 == k) value = passed;
        }
        if (i < n) split[field * n + i] = value;
    }
}
