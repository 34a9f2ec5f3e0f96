// cuda::std::numbers, which does not need C++20.
#pragma once
#pragma clang system_header

#if __cplusplus >= 202002L
#include <numbers>

namespace cuda {
namespace std {
namespace numbers = ::std::numbers;
}  // namespace std
}  // namespace cuda
#else
namespace cuda {
namespace std {
namespace numbers {
#define __WARPWISE_NUMBER(name, value)                   \
    template <typename T>                                \
    inline constexpr T name##_v = static_cast<T>(value); \
    inline constexpr double name = name##_v<double>;
__WARPWISE_NUMBER(e, 2.718281828459045235360287471352662498L)
__WARPWISE_NUMBER(log2e, 1.442695040888963407359924681001892137L)
__WARPWISE_NUMBER(log10e, 0.434294481903251827651128918916605082L)
__WARPWISE_NUMBER(pi, 3.141592653589793238462643383279502884L)
__WARPWISE_NUMBER(inv_pi, 0.318309886183790671537767526745028724L)
__WARPWISE_NUMBER(inv_sqrtpi, 0.564189583547756286948079451560772586L)
__WARPWISE_NUMBER(ln2, 0.693147180559945309417232121458176568L)
__WARPWISE_NUMBER(ln10, 2.302585092994045684017991454684364208L)
__WARPWISE_NUMBER(sqrt2, 1.414213562373095048801688724209698079L)
__WARPWISE_NUMBER(sqrt3, 1.732050807568877293527446341505872367L)
__WARPWISE_NUMBER(inv_sqrt3, 0.577350269189625764509148780501957456L)
__WARPWISE_NUMBER(egamma, 0.577215664901532860606512090082402431L)
__WARPWISE_NUMBER(phi, 1.618033988749894848204586834365638118L)
#undef __WARPWISE_NUMBER
}  // namespace numbers
}  // namespace std
}  // namespace cuda
#endif
