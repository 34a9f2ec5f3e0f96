// The element types of arrays and scalars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace warpwise {

enum class DType : std::uint8_t { u8, i8, u32, i32, u64, i64, f16, f32, f64 };

std::span<const DType> all_dtypes();
std::string_view name_of(DType);    // "f32"
std::string_view c_name_of(DType);  // "float": what a kernel's template argument says
std::optional<DType> dtype_from_name(std::string_view);
std::size_t size_of(DType);  // bytes
bool is_float(DType);
bool is_signed(DType);
double epsilon_of(DType);  // spacing above 1; 0 for integers

using f16 = _Float16;

// Calls f.template operator()<T>() with the C++ type of a dtype.
template <typename F>
decltype(auto) visit_dtype(DType dtype, F&& f) {
    switch (dtype) {
        case DType::u8: return std::forward<F>(f).template operator()<std::uint8_t>();
        case DType::i8: return std::forward<F>(f).template operator()<std::int8_t>();
        case DType::u32: return std::forward<F>(f).template operator()<std::uint32_t>();
        case DType::i32: return std::forward<F>(f).template operator()<std::int32_t>();
        case DType::u64: return std::forward<F>(f).template operator()<std::uint64_t>();
        case DType::i64: return std::forward<F>(f).template operator()<std::int64_t>();
        case DType::f16: return std::forward<F>(f).template operator()<f16>();
        case DType::f32: return std::forward<F>(f).template operator()<float>();
        case DType::f64: break;
    }
    return std::forward<F>(f).template operator()<double>();
}

}  // namespace warpwise
