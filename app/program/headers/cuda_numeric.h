// cuda::std's numeric algorithms, for host and device code. Before C++20, those of the standard library are not constexpr, and
// so are for host code only.
#ifndef WARPWISE_CUDA_NUMERIC
#define WARPWISE_CUDA_NUMERIC
#pragma clang system_header
#include <numeric>
#include <type_traits>

namespace cuda {
namespace std {
using namespace ::std;
#define __WARPWISE_BOTH __attribute__((host, device)) constexpr

struct __warpwise_sum {
    template <typename A, typename B>
    __WARPWISE_BOTH auto operator()(const A& a, const B& b) const {
        return a + b;
    }
};
struct __warpwise_product {
    template <typename A, typename B>
    __WARPWISE_BOTH auto operator()(const A& a, const B& b) const {
        return a * b;
    }
};

template <typename I, typename T, typename F>
__WARPWISE_BOTH T accumulate(I first, I last, T value, F f) {
    for (; first != last; ++first) value = f(value, *first);
    return value;
}
template <typename I, typename T>
__WARPWISE_BOTH T accumulate(I first, I last, T value) {
    return cuda::std::accumulate(first, last, value, __warpwise_sum());
}
template <typename I, typename T, typename F>
__WARPWISE_BOTH T reduce(I first, I last, T value, F f) {
    return cuda::std::accumulate(first, last, value, f);
}
template <typename I, typename T>
__WARPWISE_BOTH T reduce(I first, I last, T value) {
    return cuda::std::accumulate(first, last, value);
}
template <typename I>
__WARPWISE_BOTH auto reduce(I first, I last) {
    return cuda::std::accumulate(first, last, ::std::remove_cv_t<::std::remove_reference_t<decltype(*first)>>());
}
template <typename I, typename J, typename T, typename F, typename G>
__WARPWISE_BOTH T inner_product(I first, I last, J other, T value, F f, G g) {
    for (; first != last; ++first, ++other) value = f(value, g(*first, *other));
    return value;
}
template <typename I, typename J, typename T>
__WARPWISE_BOTH T inner_product(I first, I last, J other, T value) {
    return cuda::std::inner_product(first, last, other, value, __warpwise_sum(), __warpwise_product());
}
template <typename I, typename J, typename T, typename F, typename G>
__WARPWISE_BOTH T transform_reduce(I first, I last, J other, T value, F f, G g) {
    return cuda::std::inner_product(first, last, other, value, f, g);
}
template <typename I, typename J, typename T>
__WARPWISE_BOTH ::std::enable_if_t<!::std::is_invocable_v<T, decltype(*::std::declval<I>())>, T> transform_reduce(I first, I last,
                                                                                                                  J other,
                                                                                                                  T value) {
    return cuda::std::inner_product(first, last, other, value);
}
template <typename I, typename T, typename F, typename G>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_invocable_v<G, decltype(*::std::declval<I>())>, T> transform_reduce(I first, I last,
                                                                                                                 T value, F f,
                                                                                                                 G g) {
    for (; first != last; ++first) value = f(value, g(*first));
    return value;
}
template <typename I, typename O, typename F>
__WARPWISE_BOTH O inclusive_scan(I first, I last, O out, F f) {
    if (first == last) return out;
    auto sum = *first;
    *out++ = sum;
    while (++first != last) *out++ = sum = f(sum, *first);
    return out;
}
template <typename I, typename O>
__WARPWISE_BOTH O inclusive_scan(I first, I last, O out) {
    return cuda::std::inclusive_scan(first, last, out, __warpwise_sum());
}
template <typename I, typename O, typename F>
__WARPWISE_BOTH O partial_sum(I first, I last, O out, F f) {
    return cuda::std::inclusive_scan(first, last, out, f);
}
template <typename I, typename O>
__WARPWISE_BOTH O partial_sum(I first, I last, O out) {
    return cuda::std::inclusive_scan(first, last, out);
}
template <typename I, typename O, typename T, typename F>
__WARPWISE_BOTH O exclusive_scan(I first, I last, O out, T value, F f) {
    for (; first != last; ++first) {
        const T next = f(value, *first);  // read before the output is written: both may be the same memory
        *out++ = value;
        value = next;
    }
    return out;
}
template <typename I, typename O, typename T>
__WARPWISE_BOTH O exclusive_scan(I first, I last, O out, T value) {
    return cuda::std::exclusive_scan(first, last, out, value, __warpwise_sum());
}
template <typename I, typename O>
__WARPWISE_BOTH O adjacent_difference(I first, I last, O out) {
    if (first == last) return out;
    auto before = *first;
    *out++ = before;
    while (++first != last) {
        const auto here = *first;
        *out++ = here - before;
        before = here;
    }
    return out;
}
template <typename I, typename T>
__WARPWISE_BOTH void iota(I first, I last, T value) {
    for (; first != last; ++first, ++value) *first = value;
}
// Halfway between a and b; of integers, rounded towards a.
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_arithmetic_v<T>, T> midpoint(T a, T b) noexcept {
    if constexpr (::std::is_integral_v<T>) {
        using U = ::std::make_unsigned_t<T>;
        const U distance = a > b ? U(U(a) - U(b)) : U(U(b) - U(a));
        return a > b ? T(U(a) - distance / 2) : T(U(a) + distance / 2);
    } else {
        const T most = ::std::numeric_limits<T>::max() / 2;
        const bool is_small = (a < 0 ? -a : a) <= most && (b < 0 ? -b : b) <= most;
        return is_small ? (a + b) / 2 : a / 2 + b / 2;
    }
}
#undef __WARPWISE_BOTH
}  // namespace std
}  // namespace cuda
#endif
