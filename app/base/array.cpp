#include "base/array.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace warpwise {
namespace {
constexpr std::size_t kAlignment = 256;
constexpr std::size_t kLargeBytes = 4 << 20;

// Asks for pages of 2 MB where the system gives them when asked: walking through an array then misses the table of pages 512 times
// less often. Without them the array is as good, and slower.
void ask_for_large_pages(void* begin, std::size_t bytes) {
    if (bytes < kLargeBytes) return;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    (void)madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}
}  // namespace

void Array::Free::operator()(std::byte* p) const {
    if (owned) std::free(p);
}

namespace {

Result<std::size_t> bytes_of_shape(DType dtype, const std::vector<std::int64_t>& shape) {
    std::size_t bytes = size_of(dtype);
    for (std::int64_t extent : shape) {
        if (extent < 0) return usage_error(fmt::format("an array cannot have the negative extent {}", extent));
        if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes))
            return usage_error("an array of this shape has more bytes than fit in 64 bits", "Choose smaller sizes.");
    }
    return bytes;
}

}  // namespace

Result<Array> Array::over(DType dtype, std::vector<std::int64_t> shape, std::span<std::byte> bytes) {
    const auto needed = bytes_of_shape(dtype, shape);
    if (!needed) return std::unexpected(needed.error());
    if (*needed > bytes.size()) return failure("an array is larger than the bytes that it is to lie over");
    Array array;
    array.dtype_ = dtype;
    array.shape_ = std::move(shape);
    array.size_bytes_ = *needed;
    array.bytes_ = std::unique_ptr<std::byte[], Free>(bytes.data(), Free{false});
    return array;
}

Result<Array> Array::make(DType dtype, std::vector<std::int64_t> shape) {
    const auto counted = bytes_of_shape(dtype, shape);
    if (!counted) return std::unexpected(counted.error());
    const std::size_t bytes = *counted;
    Array array;
    array.dtype_ = dtype;
    array.shape_ = std::move(shape);
    array.size_bytes_ = bytes;
    const std::size_t reserved = (bytes + kAlignment) / kAlignment * kAlignment;
    if (reserved < bytes) return usage_error("an array of this shape has more bytes than fit in 64 bits", "Choose smaller sizes.");
    // One block more than needed: an empty array still has an address of its own.
    void* raw = nullptr;
    if (posix_memalign(&raw, kAlignment, reserved) != 0 || raw == nullptr)
        return failure(fmt::format("no memory for an array of {:.1f} MB", static_cast<double>(bytes) / 1e6),
                       "Choose smaller sizes.");
    ask_for_large_pages(raw, reserved);
    std::memset(raw, 0, reserved);
    array.bytes_.reset(static_cast<std::byte*>(raw));
    return array;
}

Array::Array(const Array& other) { *this = other; }

Array& Array::operator=(const Array& other) {
    if (this == &other) return *this;
    auto copy = make(other.dtype_, other.shape_);
    if (!copy) throw std::bad_alloc();
    if (other.size_bytes_ != 0) std::memcpy(copy->bytes_.get(), other.bytes_.get(), other.size_bytes_);
    copy->name = other.name;
    *this = std::move(*copy);
    return *this;
}

double Array::value(std::size_t index) const {
    return visit_dtype(dtype_, [&]<typename T>() { return static_cast<double>(as<T>()[index]); });
}

std::string Array::text(std::size_t index) const {
    return visit_dtype(dtype_, [&]<typename T>() -> std::string {
        const T v = as<T>()[index];
        if constexpr (sizeof(T) == 1)
            return fmt::format("{}", static_cast<int>(v));
        else if constexpr (std::is_same_v<T, f16>)
            return fmt::format("{}", static_cast<float>(v));
        else
            return fmt::format("{}", v);
    });
}

}  // namespace warpwise
