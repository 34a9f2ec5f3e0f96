// Step 4: removes the bytes that are not used. Each field has an array of its own, all x, then all y, then all z: neighbouring
// lanes read neighbouring floats.
__global__ void heights_of_arrays(const float* fields, float* heights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    heights[i] = fields[2 * n + i];  //[load]
}
