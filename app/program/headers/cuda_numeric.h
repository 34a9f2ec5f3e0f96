// cuda::std's numeric algorithms for device code, beside the standard library's, which are for host code only before C++20.
#ifndef WARPWISE_CUDA_NUMERIC
#define WARPWISE_CUDA_NUMERIC
#pragma clang system_header
#include <iterator>
#include <limits>
#include <numeric>
#include <type_traits>

namespace cuda {
namespace std {
using namespace ::std;
// On the host, the standard library's.
using ::std::accumulate, ::std::adjacent_difference, ::std::exclusive_scan, ::std::inclusive_scan, ::std::inner_product,
    ::std::iota, ::std::partial_sum, ::std::reduce, ::std::transform_exclusive_scan, ::std::transform_inclusive_scan,
    ::std::transform_reduce;
#define __WARPWISE_DEVICE __attribute__((device)) constexpr

struct __warpwise_sum {
    template <typename A, typename B>
    __WARPWISE_DEVICE auto operator()(const A& a, const B& b) const {
        return a + b;
    }
};
struct __warpwise_product {
    template <typename A, typename B>
    __WARPWISE_DEVICE auto operator()(const A& a, const B& b) const {
        return a * b;
    }
};

template <typename I, typename T, typename F>
__WARPWISE_DEVICE T accumulate(I first, I last, T value, F f) {
    for (; first != last; ++first) value = f(value, *first);
    return value;
}
template <typename I, typename T>
__WARPWISE_DEVICE T accumulate(I first, I last, T value) {
    return cuda::std::accumulate(first, last, value, __warpwise_sum());
}
template <typename I, typename T, typename F>
__WARPWISE_DEVICE T reduce(I first, I last, T value, F f) {
    return cuda::std::accumulate(first, last, value, f);
}
template <typename I, typename T>
__WARPWISE_DEVICE T reduce(I first, I last, T value) {
    return cuda::std::accumulate(first, last, value);
}
template <typename I>
__WARPWISE_DEVICE auto reduce(I first, I last) {
    return cuda::std::accumulate(first, last, ::std::remove_cv_t<::std::remove_reference_t<decltype(*first)>>());
}
template <typename I, typename J, typename T, typename F, typename G>
__WARPWISE_DEVICE T inner_product(I first, I last, J other, T value, F f, G g) {
    for (; first != last; ++first, ++other) value = f(value, g(*first, *other));
    return value;
}
template <typename I, typename J, typename T>
__WARPWISE_DEVICE T inner_product(I first, I last, J other, T value) {
    return cuda::std::inner_product(first, last, other, value, __warpwise_sum(), __warpwise_product());
}
template <typename I, typename J, typename T, typename F, typename G>
__WARPWISE_DEVICE T transform_reduce(I first, I last, J other, T value, F f, G g) {
    return cuda::std::inner_product(first, last, other, value, f, g);
}
template <typename I, typename J, typename T>
__WARPWISE_DEVICE ::std::enable_if_t<!::std::is_invocable_v<T, typename ::std::iterator_traits<I>::reference>, T> transform_reduce(
    I first, I last, J other, T value) {
    return cuda::std::inner_product(first, last, other, value);
}
template <typename I, typename T, typename F, typename G>
__WARPWISE_DEVICE ::std::enable_if_t<::std::is_invocable_v<G, typename ::std::iterator_traits<I>::reference>, T> transform_reduce(
    I first, I last, T value, F f, G g) {
    for (; first != last; ++first) value = f(value, g(*first));
    return value;
}
template <typename I, typename O, typename F>
__WARPWISE_DEVICE O inclusive_scan(I first, I last, O out, F f) {
    if (first == last) return out;
    auto sum = *first;
    *out++ = sum;
    while (++first != last) *out++ = sum = f(sum, *first);
    return out;
}
template <typename I, typename O>
__WARPWISE_DEVICE O inclusive_scan(I first, I last, O out) {
    return cuda::std::inclusive_scan(first, last, out, __warpwise_sum());
}
template <typename I, typename O, typename F, typename T>
__WARPWISE_DEVICE O inclusive_scan(I first, I last, O out, F f, T value) {
    for (; first != last; ++first) *out++ = value = f(value, *first);
    return out;
}
template <typename I, typename O, typename F, typename G>
__WARPWISE_DEVICE O transform_inclusive_scan(I first, I last, O out, F f, G g) {
    if (first == last) return out;
    auto sum = g(*first);
    *out++ = sum;
    while (++first != last) *out++ = sum = f(sum, g(*first));
    return out;
}
template <typename I, typename O, typename F, typename G, typename T>
__WARPWISE_DEVICE O transform_inclusive_scan(I first, I last, O out, F f, G g, T value) {
    for (; first != last; ++first) *out++ = value = f(value, g(*first));
    return out;
}
template <typename I, typename O, typename T, typename F, typename G>
__WARPWISE_DEVICE O transform_exclusive_scan(I first, I last, O out, T value, F f, G g) {
    for (; first != last; ++first) {
        const T next = f(value, g(*first));  // before the output, which may also be the input
        *out++ = value;
        value = next;
    }
    return out;
}
template <typename I, typename O, typename F>
__WARPWISE_DEVICE O partial_sum(I first, I last, O out, F f) {
    return cuda::std::inclusive_scan(first, last, out, f);
}
template <typename I, typename O>
__WARPWISE_DEVICE O partial_sum(I first, I last, O out) {
    return cuda::std::inclusive_scan(first, last, out);
}
template <typename I, typename O, typename T, typename F>
__WARPWISE_DEVICE O exclusive_scan(I first, I last, O out, T value, F f) {
    for (; first != last; ++first) {
        const T next = f(value, *first);  // read before the output is written: both may be the same memory
        *out++ = value;
        value = next;
    }
    return out;
}
template <typename I, typename O, typename T>
__WARPWISE_DEVICE O exclusive_scan(I first, I last, O out, T value) {
    return cuda::std::exclusive_scan(first, last, out, value, __warpwise_sum());
}
template <typename I, typename O, typename F>
__WARPWISE_DEVICE O adjacent_difference(I first, I last, O out, F f) {
    if (first == last) return out;
    auto before = *first;
    *out++ = before;
    while (++first != last) {
        const auto here = *first;
        *out++ = f(here, before);
        before = here;
    }
    return out;
}
struct __warpwise_difference {
    template <typename A, typename B>
    __WARPWISE_DEVICE auto operator()(const A& a, const B& b) const {
        return a - b;
    }
};
template <typename I, typename O>
__WARPWISE_DEVICE O adjacent_difference(I first, I last, O out) {
    return cuda::std::adjacent_difference(first, last, out, __warpwise_difference());
}
template <typename I, typename T>
__WARPWISE_DEVICE void iota(I first, I last, T value) {
    for (; first != last; ++first, ++value) *first = value;
}
#if __cplusplus < 202002L
// Halfway between a and b; of integers, rounded towards a.
template <typename T>
__attribute__((host, device)) constexpr ::std::enable_if_t<::std::is_arithmetic_v<T>, T> midpoint(T a, T b) noexcept {
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
template <typename T>
__attribute__((host, device)) constexpr T* midpoint(T* a, T* b) noexcept {
    return a + (b - a) / 2;
}
#endif
#undef __WARPWISE_DEVICE
}  // namespace std
}  // namespace cuda
#endif
