// A kernel that changes a box of an image has fewer threads than the image has pixels, on purpose.
// prints: 1200 pixels changed
#include <cstdio>

__global__ void invert(const unsigned char* in, unsigned char* out, int width, int height, int left, int top, int wide, int high) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= wide || y >= high) return;
    const int at = (top + y) * width + left + x;
    out[at] = 255 - in[at];
}

int main() {
    const int width = 128, height = 64, wide = 40, high = 30;
    static unsigned char image[width * height];
    unsigned char *in, *out;
    cudaMalloc(&in, sizeof image);
    cudaMalloc(&out, sizeof image);
    cudaMemcpy(in, image, sizeof image, cudaMemcpyHostToDevice);
    cudaMemcpy(out, image, sizeof image, cudaMemcpyHostToDevice);
    invert<<<dim3(5, 4), dim3(8, 8)>>>(in, out, width, height, 20, 10, wide, high);
    cudaMemcpy(image, out, sizeof image, cudaMemcpyDeviceToHost);
    int changed = 0;
    for (const unsigned char pixel : image) changed += pixel == 255;
    printf("%d pixels changed\n", changed);
    cudaFree(in);
    cudaFree(out);
}
