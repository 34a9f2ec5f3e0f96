// Two loads of 8 bytes per record would touch every sector twice, so pairs of lanes share a record and exchange what they loaded.
__global__ void split_records(const float* points, float* split, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int first = thread - lane;
    const float2* halves = reinterpret_cast<const float2*>(points);
    float2 part[2];
    for (int pass = 0; pass < 2; ++pass) {
        int k = 2 * first + pass * 32 + lane;
        part[pass] = k < 2 * n ? halves[k] : make_float2(0, 0);
    }
    int from = 2 * lane % 32;
    float2 low[2], high[2];
    for (int pass = 0; pass < 2; ++pass) {
        low[pass] = make_float2(__shfl_sync(~0u, part[pass].x, from), __shfl_sync(~0u, part[pass].y, from));
        high[pass] = make_float2(__shfl_sync(~0u, part[pass].x, from + 1), __shfl_sync(~0u, part[pass].y, from + 1));
    }
    if (thread >= n) return;
    int pass = lane / 16;
    split[0 * n + thread] = low[pass].x;
    split[1 * n + thread] = low[pass].y;
    split[2 * n + thread] = high[pass].x;
    split[3 * n + thread] = high[pass].y;
}
