//! launch: grid=1 block=1
//! argument: f64[10]:zeros
//! argument: f32[4]:zeros
//! result: 0 = -9.262340089798407 6.601580622355143 -7.034483825301132 0.02254957243264136 -38.467405617144344 2.88542835e-316 9.479534822203318e-18 3.7665625816384707 5.8635847487551676 1035.814842972623
//! result: 1 = -9.262341 6.6015806 0.022549573 6.117164e-39
// Expected values: mpmath, 60 digits.
__global__ void k(double* a, float* b) {
    a[0] = normcdfinv(1e-20);
    a[1] = erfcinv(1e-20);
    a[2] = normcdfinv(1e-12);
    a[3] = erfcx(25.0);
    a[4] = normcdfinv(4.9406564584124654e-324);
    a[5] = normcdf(-38.0);
    a[6] = normcdf(-8.5);
    a[7] = erfinv(0.9999999);
    a[8] = erfinv(1.0 - 0x1p-53);
    a[9] = erfcx(-2.5);
    b[0] = normcdfinvf(1e-20f);
    b[1] = erfcinvf(1e-20f);
    b[2] = erfcxf(25.0f);
    b[3] = normcdff(-13.0f);
}
