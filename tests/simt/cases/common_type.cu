//! launch: grid=1 block=1
//! argument: f64[1]:zeros
//! argument: f32:0.5
//! argument: i32:3
//! result: 0 = 4.5
// std::common_type, and the constant for not a number
#include <math_constants.h>
#include <type_traits>
__global__ void k(double* out, float a, int b) {
    typename std::common_type<float, double, int>::type x = a;
    std::common_type_t<int, char> y = b;
    static_assert(std::is_same<decltype(x), double>::value && std::is_same<decltype(y), int>::value, "");
    out[0] = x + y + (CUDART_NAN != CUDART_NAN);
}
