__global__ void k(float* f, double* d, int* i, unsigned long long* u) {
    int t = threadIdx.x;
    f[t] = (float)d[t] + i[t] + u[t];
    d[t] = f[t] * 1e3;
    i[t] = (int)d[t] + (unsigned char)f[t] + __float2int_rn(f[t]) + __double2int_ru(d[t]);
    u[t] = (unsigned long long)d[t] + (short)i[t];
    f[t] = __int_as_float(i[t]) + __uint2float_rz(u[t]);
}
