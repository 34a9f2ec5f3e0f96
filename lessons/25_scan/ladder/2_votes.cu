// Each warp compacts its 32 elements: kept gets those that are not multiples of k.
__global__ void compact_each_warp(const int* a, int* kept, int rows, int n, int k) {
    int x = threadIdx.x, lane = threadIdx.x % 32;
    int value = x < n ? a[blockIdx.x * n + x] : 0;
    bool keep = value % k != 0;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    int before = __popc(votes & ((1u << lane) - 1));  //[line]
    int place = x - lane + before;
    if (keep && place < n) kept[blockIdx.x * n + place] = value;
}
