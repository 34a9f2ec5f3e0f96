// The reference of the exercise knows no derivative: the error is linear in the outputs here, the sum of g times them, and it is
// computed for each weight a step larger and a step smaller, in double precision.
__global__ void reference(const float* x, const float* a, const float* g, float* dw, int n, int ins, int outs) {
    const double step = 0.0001220703125;
    for (int o = 0; o < outs; ++o)
        for (int i = 0; i < ins; ++i) {
            double above = 0, below = 0;
            for (int e = 0; e < n; ++e) {
                double sum = atanh(double(a[e * outs + o]));
                above += g[e * outs + o] * tanh(sum + step * x[e * ins + i]);
                below += g[e * outs + o] * tanh(sum - step * x[e * ins + i]);
            }
            dw[o * ins + i] = (above - below) / (2 * step);
        }
}
