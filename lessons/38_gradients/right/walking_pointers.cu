__global__ void layer_gradient(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < unsigned(ins * outs)) {
        const float *out = a + t / ins, *back = g + t / ins, *in = x + t % ins;
        float sum = 0;
        for (const float* end = in + n * ins; in != end; in += ins, out += outs, back += outs)
            sum = fmaf(*back * (1 + *out) * (1 - *out), *in, sum);
        dw[t] = sum;
    }
}
