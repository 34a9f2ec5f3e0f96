// Bessel functions that the C library lacks.
#pragma once

namespace warpwise::simt {

// The modified one of the first kind, of order 0 or 1 (cyl_bessel_i0, cyl_bessel_i1); CUDA documents 6 ulp for both in double.
double modified_bessel_function(int order, double x);

}  // namespace warpwise::simt
