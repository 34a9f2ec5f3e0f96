// Bessel functions that the C library lacks.
#pragma once

namespace warpwise::simt {

// The modified Bessel function of the first kind, of order 0 or 1 (cyl_bessel_i0, cyl_bessel_i1). CUDA documents errors of up to
// 6 ulp for both in double precision.
double modified_bessel_function(int order, double x);

}  // namespace warpwise::simt
