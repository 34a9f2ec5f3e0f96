__global__ void k(float* f, double* d) {
    int t = threadIdx.x;
    f[t] = sinf(f[t]) + cos(f[t]) + sqrt(2) + pow(f[t], 2) + powf(f[t], 2.5f) + fmaxf(f[t], 1) + max(t, 3) + fabs(f[t]) +
           floor(f[t]) + atan2f(f[t], 1) + erf(f[t]) + rsqrtf(f[t]) + exp(1.0f) + fmod(f[t], 2.f) + abs(-t) + hypotf(3, 4) +
           (isnan(f[t]) ? 1 : 0) + __expf(2);
    d[t] = sin(d[t]) + exp(d[t]) + log1p(d[t]) + tgamma(d[t]) + fma(d[t], 2.0, 1.0) + min(d[t], 1.0) + ldexp(d[t], 3);
    int e;
    f[t] += frexpf(f[t], &e) + e;
    float s, c;
    sincosf(f[t], &s, &c);
    f[t] = s * c;
}
