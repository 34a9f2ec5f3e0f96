//! launch: grid=1 block=1
//! argument: i32[8]:zeros
//! result: 0 = 0 1 1 0 1 0 1 0
// 1 where the result is one step away from the nearest.
__global__ void directions(int* out) {
    const float a = 1.0f, b = 3.0f, t = 1e-10f;
    out[0] = __fdiv_rn(a, b) != a / b;
    out[1] = __fdiv_rz(a, b) != a / b;
    out[2] = __fadd_ru(a, t) != a;
    out[3] = __fadd_rz(a, t) != a;
    out[4] = __fadd_rd(a, -t) != a;
    out[5] = __fadd_rn(a, -t) != a;
    out[6] = __float_as_int(__fsqrt_ru(2.0f)) - __float_as_int(__fsqrt_rd(2.0f));
    out[7] = __fmul_rz(2.0f, 3.0f) != 6.0f;
}
