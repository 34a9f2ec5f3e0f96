// Arrays on the host: an owner (Array) and a view (ArrayView). Row-major and contiguous; the bytes are 256-byte aligned, as
// cudaMalloc's are, so that sector counts agree between host-backed emulation and the GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/error.h"

namespace warpwise {

struct ArrayView {
    DType dtype = DType::f32;
    std::span<const std::byte> bytes;
    std::size_t size() const { return bytes.size() / size_of(dtype); }
    template <typename T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

class Array {
  public:
    Array() = default;
    // Zero-filled. A size that memory cannot hold is an Error, never a crash.
    static Result<Array> make(DType dtype, std::vector<std::int64_t> shape);
    // Over bytes that are owned elsewhere and outlive this array; a copy of it owns bytes of its own. An Error when
    // the shape needs more than there is.
    static Result<Array> over(DType dtype, std::vector<std::int64_t> shape, std::span<std::byte> bytes);

    Array(const Array& other);
    Array& operator=(const Array& other);
    Array(Array&&) noexcept = default;
    Array& operator=(Array&&) noexcept = default;

    DType dtype() const { return dtype_; }
    const std::vector<std::int64_t>& shape() const { return shape_; }
    std::size_t size() const { return size_bytes_ / size_of(dtype_); }  // elements
    std::size_t size_bytes() const { return size_bytes_; }
    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }
    std::span<std::byte> bytes() { return {bytes_.get(), size_bytes_}; }
    std::span<const std::byte> bytes() const { return {bytes_.get(), size_bytes_}; }
    ArrayView view() const { return {dtype_, bytes()}; }
    template <typename T>
    std::span<T> as() {
        return {reinterpret_cast<T*>(bytes_.get()), size_bytes_ / sizeof(T)};
    }
    template <typename T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(bytes_.get()), size_bytes_ / sizeof(T)};
    }
    // The element as a double, for display and comparison; f64-exact up to 2^53.
    double value(std::size_t index) const;
    // The element as text, exact for integers and shortest round-trip for floats.
    std::string text(std::size_t index) const;

    std::string name;  // as the lesson or the command line names it

  private:
    struct Free {
        Free() : owned(true) {}
        explicit Free(bool is_owned) : owned(is_owned) {}
        void operator()(std::byte* p) const;
        bool owned;
    };
    DType dtype_ = DType::f32;
    std::vector<std::int64_t> shape_;
    std::size_t size_bytes_ = 0;
    std::unique_ptr<std::byte[], Free> bytes_;
};

}  // namespace warpwise
