#include "simt/execute/error_functions.h"

#include <cmath>
#include <limits>

namespace warpwise::simt {
namespace {

// long double: the exponent x * x multiplies the relative error of x, by up to 1,500 in the tails of double.
using Wide = long double;
constexpr Wide kSqrt2 = 1.414213562373095048801688724209698079L;
constexpr Wide kSqrtPi = 1.772453850905516027298167483341145183L;
constexpr Wide kWidePi = 3.141592653589793238462643383279502884L;

// y with erfc(y) = x for 0 < x <= 0.5. The start is the normal quantile of Abramowitz and Stegun 26.2.23 (absolute error
// 4.5e-4); each step of Halley's method triples the number of correct digits.
Wide tail_of_erfc(Wide x) {
    const Wide t = std::sqrt(-2 * std::log(x / 2));
    Wide y = (t - (2.515517L + t * (0.802853L + t * 0.010328L)) / (1 + t * (1.432788L + t * (0.189269L + t * 0.001308L)))) / kSqrt2;
    for (int step = 0; step < 3; ++step) {
        const Wide u = (x - std::erfc(y)) * kSqrtPi / 2 * std::exp(y * y);
        y -= u / (1 + y * u);
    }
    return y;
}

// y with erf(y) = x for |x| <= 0.5, from Winitzki's formula (error below 0.003).
Wide middle_of_erf(Wide x) {
    if (x == 0) return x;
    constexpr Wide a = 0.147L;
    const Wide l = std::log1p(-x * x), t = 2 / (kWidePi * a) + l / 2;
    Wide y = std::copysign(std::sqrt(std::sqrt(t * t - l / a) - t), x);
    if (std::abs(x) < 1e-4L) y = x * kSqrtPi / 2;  // the formula cancels there
    for (int step = 0; step < 3; ++step) {
        const Wide u = (std::erf(y) - x) * kSqrtPi / 2 * std::exp(y * y);
        y -= u / (1 + y * u);
    }
    return y;
}

// 1 - |x|, x - 1 and 2 - x are exact where they are used.
Wide wide_erfcinv(Wide x) {
    if (!(x >= 0 && x <= 2)) return std::numeric_limits<Wide>::quiet_NaN();
    if (x == 0 || x == 2) return x == 0 ? HUGE_VALL : -HUGE_VALL;
    if (x < 0.5L) return tail_of_erfc(x);
    return x > 1.5L ? -tail_of_erfc(2 - x) : middle_of_erf(1 - x);
}

}  // namespace

double inverse_error_function(double x) {
    const Wide size = std::abs(static_cast<Wide>(x));
    if (size <= 0.5L) return static_cast<double>(middle_of_erf(x));
    return std::copysign(static_cast<double>(wide_erfcinv(1 - size)), x);
}

double inverse_complementary_error_function(double x) { return static_cast<double>(wide_erfcinv(x)); }

double normal_quantile(double p) {
    if (p == 0.5) return 0;
    return static_cast<double>(-kSqrt2 * wide_erfcinv(2 * static_cast<Wide>(p)));
}

double scaled_error_function(double x) {
    if (x < 0.5 && x > -0.5) return std::exp(x * x) * std::erfc(x);
    if (x < 25) return static_cast<double>(std::exp(static_cast<Wide>(x) * x) * std::erfc(static_cast<Wide>(x)));
    const Wide r = 1 / (2 * static_cast<Wide>(x) * x);  // the asymptotic series 1 - r + 3r^2 - 15r^3 ..., below 1e-18 after these
    Wide sum = 1;
    for (int k = 15; k >= 1; k -= 2) sum = 1 - static_cast<Wide>(k) * r * sum;
    return static_cast<double>(sum / (x * kSqrtPi));
}

double normal_distribution(double x) {
    if (x > -1) return std::erfc(-x / std::sqrt(2.0)) / 2;
    return static_cast<double>(std::erfc(-static_cast<Wide>(x) / kSqrt2) / 2);
}

}  // namespace warpwise::simt
