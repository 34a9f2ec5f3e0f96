#include "simt/execute/bessel_functions.h"

#include <cmath>
#include <limits>

namespace warpwise::simt {

// The power series. All of its terms have the same sign, so no digits cancel, however large x is.
double modified_bessel_function(int order, double x) {
    constexpr double most = 720;  // beyond it, the result is too large for a double
    if (std::isnan(x)) return x;
    if (std::abs(x) > most) return order == 1 && x < 0 ? -HUGE_VAL : HUGE_VAL;
    const long double half = static_cast<long double>(x) / 2, square = half * half;
    long double term = order == 1 ? half : 1, sum = term;
    for (int k = 1; std::abs(term) > std::abs(sum) * std::numeric_limits<long double>::epsilon(); ++k) {
        term *= square / (static_cast<long double>(k) * (k + order));
        sum += term;
    }
    return static_cast<double>(sum);
}

}  // namespace warpwise::simt
