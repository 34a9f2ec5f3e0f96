//! launch: grid=1 block=1
//! argument: i32[18]:zeros
//! argument: f32:0
//! argument: u32:32
//! result: 0 = 0 2147483647 -2147483648 0 -1 2147483647 3 0 -1 0 44 -3 -2147483648 -2147483648 -2147483648 0 -2147483648 0
__global__ void convert(int* out, float zero, unsigned width) {
    const float nan = zero / zero, infinity = 1.0f / zero;
    int n = 0;
    out[n++] = (int)nan;
    out[n++] = (int)infinity;
    out[n++] = (int)-infinity;
    out[n++] = (unsigned)-1.5f;
    out[n++] = (int)(long long)1e30f;
    out[n++] = (int)(3e9f + zero);
    out[n++] = (int)fminf(nan, 3.5f);
    out[n++] = 1 << width;
    out[n++] = -8 >> width;
    out[n++] = (int)(0xffffffffu >> width);
    out[n++] = (unsigned char)(300.0f + zero);
    out[n++] = __float2int_rd(-2.1f);
    const double no_number = nan;
    out[n++] = (int)no_number;
    out[n++] = (int)__double2uint_rn(no_number);
    const long long wide = (long long)nan;
    out[n++] = (int)(wide >> 32);
    out[n++] = (int)wide;
    const unsigned long long whole = __double2ull_ru(no_number);
    out[n++] = (int)(whole >> 32);
    out[n++] = (int)whole;
}
