// Vectors that begin where a line of the processor's cache does: of rows that it loads 64 bytes at a time, none lies in two lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace warpwise {

template <typename T>
struct OnCacheLine {
    using value_type = T;
    static constexpr std::align_val_t kLine{64};

    OnCacheLine() = default;
    template <typename U>
    explicit(false) OnCacheLine(const OnCacheLine<U>&) {}
    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
    void deallocate(T* p, std::size_t count) { ::operator delete(p, count * sizeof(T), kLine); }
    bool operator==(const OnCacheLine&) const = default;
};

template <typename T>
using AlignedVector = std::vector<T, OnCacheLine<T>>;

}  // namespace warpwise
