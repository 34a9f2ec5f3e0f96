// cuda::std::span, which does not need C++20.
#ifndef WARPWISE_CUDA_SPAN
#define WARPWISE_CUDA_SPAN
#pragma clang system_header
#include <array>
#include <cstddef>
#include <type_traits>

namespace cuda {
namespace std {
using namespace ::std;
#define __WARPWISE_BOTH __attribute__((host, device)) constexpr
inline constexpr size_t dynamic_extent = ~size_t(0);

template <typename T, size_t Extent = dynamic_extent>
class span {
    T* data_ = nullptr;
    size_t size_ = Extent == dynamic_extent ? 0 : Extent;

  public:
    using element_type = T;
    using value_type = ::std::remove_cv_t<T>;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    using iterator = T*;
    static constexpr size_t extent = Extent;

    span() = default;
    __WARPWISE_BOTH span(T* first, size_t count) : data_(first), size_(count) {}
    __WARPWISE_BOTH span(T* first, T* last) : data_(first), size_((size_t)(last - first)) {}
    template <size_t n>
    __WARPWISE_BOTH span(T (&array)[n]) : data_(array), size_(n) {}
    template <size_t n>
    __WARPWISE_BOTH span(::std::array<value_type, n>& array) : data_(array.data()), size_(n) {}
    template <size_t n>
    __WARPWISE_BOTH span(const ::std::array<value_type, n>& array) : data_(array.data()), size_(n) {}
    template <typename U, size_t n, typename = ::std::enable_if_t<::std::is_convertible_v<U (*)[], T (*)[]>>>
    __WARPWISE_BOTH span(span<U, n> other) : data_(other.data()), size_(other.size()) {}
    // A container of host code, such as a vector.
    template <typename C, typename = ::std::enable_if_t<::std::is_convertible_v<decltype(::std::declval<C&>().data()), T*>>,
              typename = decltype(::std::declval<C&>().size()), typename = typename C::allocator_type>
    span(C& container) : data_(container.data()), size_(container.size()) {}

    __WARPWISE_BOTH T* data() const { return data_; }
    __WARPWISE_BOTH size_t size() const { return size_; }
    __WARPWISE_BOTH size_t size_bytes() const { return size_ * sizeof(T); }
    __WARPWISE_BOTH bool empty() const { return size_ == 0; }
    __WARPWISE_BOTH T& operator[](size_t i) const { return data_[i]; }
    __WARPWISE_BOTH T& front() const { return data_[0]; }
    __WARPWISE_BOTH T& back() const { return data_[size_ - 1]; }
    __WARPWISE_BOTH T* begin() const { return data_; }
    __WARPWISE_BOTH T* end() const { return data_ + size_; }
    __WARPWISE_BOTH span<T> first(size_t n) const { return {data_, n}; }
    __WARPWISE_BOTH span<T> last(size_t n) const { return {data_ + (size_ - n), n}; }
    __WARPWISE_BOTH span<T> subspan(size_t at, size_t n = dynamic_extent) const {
        return {data_ + at, n == dynamic_extent ? size_ - at : n};
    }
};
template <typename T, size_t n>
span(T (&)[n]) -> span<T, n>;
template <typename T>
span(T*, size_t) -> span<T>;
#undef __WARPWISE_BOTH
}  // namespace std
}  // namespace cuda
#endif
