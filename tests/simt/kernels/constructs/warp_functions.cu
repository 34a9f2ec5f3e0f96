__global__ void k(int* o, double* d, float* f) {
    unsigned m = __activemask();
    int t = threadIdx.x;
    o[t] = __shfl_xor_sync(m, o[t], 1) + __any_sync(m, t) + __ballot_sync(m, t & 1) + __match_any_sync(m, o[t]) +
           __reduce_add_sync(m, o[t]);
    d[t] = __shfl_down_sync(m, d[t], 2, 16);
    int p;
    o[t] += __match_all_sync(m, 3, &p) + p;
    f[t] = __shfl_sync(~0u, f[t], 0);
    __syncwarp();
    if (__syncthreads_or(t)) o[t] += __syncthreads_count(t & 1);
}
