// Clusters of blocks: refused where the launch asks for them; a cluster of one block is any block.
#include <cstdio>

__global__ void kernel() {}

int main() {
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2), config.blockDim = dim3(32), config.attrs = &cluster, config.numAttrs = 1;
    if (cudaLaunchKernelEx(&config, kernel) != cudaSuccess) return 1;
    cluster.val.clusterDim.x = 2;
    if (cudaLaunchKernelEx(&config, kernel) != cudaErrorNotSupported) return 2;  // expect: unsupported
    return cudaGetLastError() == cudaErrorNotSupported ? 0 : 3;
}
