// Vectors whose storage begins on a cache line: of the rows that are loaded 64 bytes at a time, none spans two cache lines.
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
