// The error function's relatives that the C library lacks, within the bounds that CUDA documents for double: erfinv 5 ulp,
// erfcinv 6, erfcx 4, normcdf 5, normcdfinv 8. Float forms are the double ones, rounded.
#pragma once

namespace warpwise::simt {

double inverse_error_function(double x);
double inverse_complementary_error_function(double x);
double scaled_error_function(double x);  // exp(x * x) * erfc(x)
double normal_distribution(double x);    // normcdf
double normal_quantile(double p);        // normcdfinv

}  // namespace warpwise::simt
