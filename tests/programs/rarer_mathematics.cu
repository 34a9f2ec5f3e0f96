// Mathematical functions that few kernels use, compared with the host's functions or with their definitions.
// prints: bessel 0, remquo 0, scalbln 0, fma 0
// prints: umin 3000000000, llmax 5000000000, ullmin 7, cvta 1, vector 10
#include <cmath>
#include <cstdio>

struct Results {
    double i0, i1, jn, yn, rest, scaled, down, up, zero;
    float i0f, i1f, jnf, ynf, restf, scaledf;
    int quotient, quotientf;
};
__global__ void compute(const double* x, const double* y, Results* out, int count) {
    const int i = threadIdx.x;
    if (i >= count) return;
    Results& r = out[i];
    r.i0 = cyl_bessel_i0(x[i]), r.i1 = cyl_bessel_i1(x[i]), r.jn = jn(3, x[i]), r.yn = yn(2, fabs(x[i]));
    r.i0f = cyl_bessel_i0f((float)x[i]), r.i1f = cyl_bessel_i1f((float)x[i]), r.jnf = jnf(3, (float)x[i]);
    r.ynf = ynf(2, fabsf((float)x[i]));
    r.rest = remquo(x[i], y[i], &r.quotient), r.restf = remquof((float)x[i], (float)y[i], &r.quotientf);
    r.scaled = scalbln(x[i], -3L), r.scaledf = scalblnf((float)x[i], 1000000L);
    r.down = __fma_rd(x[i], y[i], 0.1), r.up = __fma_ru(x[i], y[i], 0.1), r.zero = __fma_rz(x[i], y[i], 0.1);
}
__global__ void choose(unsigned long long* out) {
    double4_32a wide = make_double4_32a(1, 2, 3, 4);
    out[4] = (unsigned long long)(wide.x + wide.y + wide.z + wide.w) + (reinterpret_cast<unsigned long long>(&wide) % 32);
    out[0] = umin(3000000000u, 4000000000u), out[1] = (unsigned long long)llmax(-1ll, 5000000000ll), out[2] = ullmin(7ull, ~0ull);
    __shared__ int shared;
    out[3] = __cvta_shared_to_generic(__cvta_generic_to_shared(&shared)) == &shared &&
             __cvta_global_to_generic(__cvta_generic_to_global(out)) == out;
}

// They differ by at most `ulp` units in the last place of b; `epsilon` is that of the type.
bool are_near(double a, double b, double ulp, double epsilon) { return a == b || fabs(a - b) <= ulp * epsilon * fabs(b); }

int main() {
    const double xs[] = {0, 0.5, -0.5, 1, -3.25, 7.5, 20, -35, 80, 0.001, 5.1, -11.7}, ys[] = {1, 0.3, 0.3, -0.7, 2, 1.25, 3, 4, 0.01, 3, 5, 1e300};
    const int count = sizeof xs / sizeof *xs;
    double *x = nullptr, *y = nullptr;
    Results* out = nullptr;
    unsigned long long* chosen = nullptr;
    cudaMallocManaged(&x, sizeof xs);
    cudaMallocManaged(&y, sizeof ys);
    cudaMallocManaged(&out, count * sizeof *out);
    cudaMallocManaged(&chosen, 5 * sizeof *chosen);
    for (int i = 0; i < count; ++i) x[i] = xs[i], y[i] = ys[i];
    compute<<<1, 32>>>(x, y, out, count);
    choose<<<1, 1>>>(chosen);
    cudaDeviceSynchronize();
    int bessel = 0, quotients = 0, scaled = 0, directed = 0;
    for (int i = 0; i < count; ++i) {
        const Results& r = out[i];
        const double e = 2.2e-16, f = 1.2e-7, i0 = std::cyl_bessel_i(0.0, fabs(xs[i])), i1 = copysign(std::cyl_bessel_i(1.0, fabs(xs[i])), xs[i]);
        bessel += !are_near(r.i0, i0, 20, e) + !are_near(r.i1, i1, 20, e) + !are_near(r.jn, jn(3, xs[i]), 1, e) +
                  !are_near(r.yn, yn(2, fabs(xs[i])), 1, e) + !are_near(r.i0f, i0, 2, f) + !are_near(r.i1f, i1, 2, f) +
                  !are_near(r.jnf, jn(3, (double)(float)xs[i]), 2, f) + !are_near(r.ynf, yn(2, fabs((double)(float)xs[i])), 2, f);
        int quotient = 0, quotient_f = 0;
        quotients += r.rest != std::remquo(xs[i], ys[i], &quotient);
        quotients += quotient % 8 != r.quotient % 8;
        if (fabs(ys[i]) < 1e30) {
            quotients += r.restf != std::remquo((float)xs[i], (float)ys[i], &quotient_f);
            quotients += quotient_f % 8 != r.quotientf % 8;
        }
        scaled += r.scaled != xs[i] / 8;
        scaled += xs[i] == 0 ? r.scaledf != 0 : !std::isinf(r.scaledf) || std::signbit(r.scaledf) != std::signbit(xs[i]);
        // __float128 holds the product exactly, and for these numbers the sum as well.
        const __float128 exact = (__float128)xs[i] * ys[i] + 0.1;
        const double nearest = (double)exact;
        const double down = (__float128)nearest <= exact ? nearest : nextafter(nearest, -INFINITY);
        const double up = (__float128)nearest >= exact ? nearest : nextafter(nearest, INFINITY);
        directed += r.down != down || r.up != up || r.zero != (exact > 0 ? down : up);
    }
    printf("bessel %d, remquo %d, scalbln %d, fma %d\n", bessel, quotients, scaled, directed);
    printf("umin %llu, llmax %llu, ullmin %llu, cvta %llu, vector %llu\n", chosen[0], chosen[1], chosen[2], chosen[3], chosen[4]);
    cudaFree(x);
    cudaFree(y);
    cudaFree(out);
    cudaFree(chosen);
}
