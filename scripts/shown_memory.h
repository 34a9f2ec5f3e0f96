// Included before a program that prints nothing that can be compared (try-real-kernels): memory from
// cudaMalloc is set to zero, and at most 32 of its values, evenly spaced, are printed when cudaFree frees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <type_traits>

namespace shown_memory {

inline std::map<const void*, size_t>& blocks() {
    static std::map<const void*, size_t> all;
    return all;
}

template <typename T>
cudaError_t allocate(T** out, size_t bytes) {
    const cudaError_t error = cudaMalloc(reinterpret_cast<void**>(out), bytes);
    if (error != cudaSuccess) return error;
    blocks()[*out] = bytes;
    return cudaMemset(*out, 0, bytes);
}

// A word of a structure: a float, where it looks like one.
struct Word {
    unsigned bits;
    operator double() const {
        const unsigned exponent = bits >> 23 & 255;
        if (exponent < 64 || exponent > 190) return static_cast<int>(bits);
        float value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
};

template <typename T>
struct Shown {
    using Type = std::conditional_t<std::is_arithmetic_v<T>, T, Word>;
};
template <>
struct Shown<void> {
    using Type = Word;
};

template <typename T>
cudaError_t release(T* pointer) {
    using Value = typename Shown<std::remove_cv_t<T>>::Type;
    constexpr size_t most = 32;
    const auto block = blocks().find(pointer);
    if (block != blocks().end() && block->second >= sizeof(Value)) {
        const size_t count = block->second / sizeof(Value), step = (count + most - 1) / most;
        std::printf("memory %zu:", block->second);
        for (size_t i = 0; i < count; i += step) {
            Value value{};
            if (cudaMemcpy(&value, reinterpret_cast<const Value*>(pointer) + i, sizeof value, cudaMemcpyDeviceToHost) != cudaSuccess) break;
            std::printf(" %.5g", static_cast<double>(value));
        }
        std::printf("\n");
        blocks().erase(block);
    }
    return cudaFree(const_cast<std::remove_cv_t<T>*>(pointer));
}
inline cudaError_t release(std::nullptr_t) { return cudaSuccess; }

}  // namespace shown_memory

#define cudaMalloc(...) shown_memory::allocate(__VA_ARGS__)
#define cudaFree(pointer) shown_memory::release(pointer)
