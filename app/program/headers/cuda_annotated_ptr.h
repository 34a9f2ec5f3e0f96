// <cuda/annotated_ptr> of libcu++: pointers with a hint on how the L2 cache should treat the memory that they point to. The
// emulator does not model that cache: it accepts the hints and ignores them.
#pragma once
#pragma clang system_header
#include <cstddef>

namespace cuda {
#define __WARPWISE_BOTH __attribute__((host, device)) constexpr
class access_property {
  public:
    struct shared {};
    struct global {};
    struct normal {};
    struct persisting {};
    struct streaming {};
    access_property() = default;
    template <typename P>
    __WARPWISE_BOTH access_property(P) noexcept {}
    template <typename P>
    __WARPWISE_BOTH access_property(P, float) noexcept {}
    template <typename P, typename Q>
    __WARPWISE_BOTH access_property(P, float, Q) noexcept {}
    template <typename P>
    __WARPWISE_BOTH access_property(void*, size_t, size_t, P) noexcept {}
    template <typename P, typename Q>
    __WARPWISE_BOTH access_property(void*, size_t, size_t, P, Q) noexcept {}
};

template <typename T, typename Property = access_property>
class annotated_ptr {
    T* pointer_ = nullptr;

  public:
    using value_type = T;
    using pointer = T*;
    using reference = T&;
    using difference_type = ptrdiff_t;
    annotated_ptr() = default;
    explicit __WARPWISE_BOTH annotated_ptr(T* pointer) noexcept : pointer_(pointer) {}
    template <typename P>
    __WARPWISE_BOTH annotated_ptr(T* pointer, P) noexcept : pointer_(pointer) {}
    __WARPWISE_BOTH T* get() const noexcept { return pointer_; }
    __WARPWISE_BOTH T* operator->() const noexcept { return pointer_; }
    __WARPWISE_BOTH T& operator*() const noexcept { return *pointer_; }
    __WARPWISE_BOTH T& operator[](ptrdiff_t i) const noexcept { return pointer_[i]; }
    __WARPWISE_BOTH ptrdiff_t operator-(annotated_ptr other) const noexcept { return pointer_ - other.pointer_; }
    explicit __WARPWISE_BOTH operator bool() const noexcept { return pointer_ != nullptr; }
};

template <typename T, typename Property>
__WARPWISE_BOTH T* associate_access_property(T* pointer, Property) noexcept {
    return pointer;
}
template <typename Shape, typename Property>
__WARPWISE_BOTH void apply_access_property(const volatile void*, Shape, Property) noexcept {}
__WARPWISE_BOTH inline void discard_memory(volatile void*, size_t) noexcept {}
#undef __WARPWISE_BOTH
}  // namespace cuda
