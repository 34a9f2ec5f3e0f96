// The kernels of tests/bench/oclgrind_ratio.sh and pocl_ratio.py, as the ones in kernels/ but in OpenCL C.
#define TILE 16
kernel void matmul_tiled(global const float* a, global const float* b, global float* c, int n) {
    local float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1);
    int column = get_group_id(0) * TILE + tx, row = get_group_id(1) * TILE + ty;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[ty][tx] = row < n && first + tx < n ? a[row * n + first + tx] : 0;
        b_tile[ty][tx] = first + ty < n && column < n ? b[(first + ty) * n + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) sum = sum + a_tile[ty][k] * b_tile[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

kernel void mandelbrot(global int* counts, int width, int height, float x0, float y0, float step, int most) {
    int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    float cx = x0 + column * step, cy = y0 + row * step, x = 0, y = 0;
    int count = 0;
    while (x * x + y * y < 4.0f && count < most) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    counts[row * width + column] = count;
}

kernel void vector_add(global const float* a, global const float* b, global float* c, int n) {
    int i = get_global_id(0);
    if (i < n) c[i] = a[i] + b[i];
}
