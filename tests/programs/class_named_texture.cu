// Today's CUDA has no texture references, so that a program may call a class of its own `texture`, as ray tracers do.
// prints: 2 3
#include <cstdio>

class texture {
  public:
    __device__ virtual float value(float u) const = 0;
    __device__ virtual ~texture() {}
};

class constant_texture : public texture {
  public:
    __device__ explicit constant_texture(float c) : color(c) {}
    __device__ float value(float) const override { return color; }
    float color;
};

__global__ void look_up(float* out) {
    texture* t = new constant_texture(2);
    *out = t->value(0);
    delete t;
}

int main() {
    float *d, h = 0;
    cudaMalloc(&d, sizeof(float));
    look_up<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof(float), cudaMemcpyDeviceToHost);
    int last = 0;
    for (int i : {1, 2, 3}) last = i;  // <utility> comes with CUDA's own header
    printf("%g %d\n", h, last);
    cudaFree(d);
}
