// The complex numbers of <cuComplex.h>, which is the prelude's text, as the functions of cuBLAS and cuFFT are given them.
#pragma once

struct cuFloatComplex {
    float x, y;
};
struct cuDoubleComplex {
    double x, y;
};
using cuComplex = cuFloatComplex;
