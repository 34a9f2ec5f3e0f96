#include "base/dtype.h"

#include <array>
#include <cmath>

namespace warpwise {
namespace {

struct Row {
    DType dtype;
    std::string_view name, c_name;
    std::size_t size;
};
constexpr std::array<Row, 9> kRows{{
    {DType::u8, "u8", "unsigned char", 1},
    {DType::i8, "i8", "signed char", 1},
    {DType::u32, "u32", "unsigned int", 4},
    {DType::i32, "i32", "int", 4},
    {DType::u64, "u64", "unsigned long long", 8},
    {DType::i64, "i64", "long long", 8},
    {DType::f16, "f16", "__half", 2},
    {DType::f32, "f32", "float", 4},
    {DType::f64, "f64", "double", 8},
}};
constexpr std::array<DType, 9> kDtypes{DType::u8,  DType::i8,  DType::u32, DType::i32, DType::u64,
                                       DType::i64, DType::f16, DType::f32, DType::f64};
const Row& row(DType dtype) { return kRows[static_cast<std::size_t>(dtype)]; }

}  // namespace

std::span<const DType> all_dtypes() { return kDtypes; }
std::string_view name_of(DType dtype) { return row(dtype).name; }
std::string_view c_name_of(DType dtype) { return row(dtype).c_name; }
std::size_t size_of(DType dtype) { return row(dtype).size; }
bool is_float(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
bool is_signed(DType dtype) { return dtype != DType::u8 && dtype != DType::u32 && dtype != DType::u64; }

std::optional<DType> dtype_from_name(std::string_view name) {
    for (const Row& r : kRows)
        if (r.name == name) return r.dtype;
    return std::nullopt;
}

double epsilon_of(DType dtype) {
    switch (dtype) {
        case DType::f16: return std::ldexp(1.0, -10);
        case DType::f32: return std::ldexp(1.0, -23);
        case DType::f64: return std::ldexp(1.0, -52);
        default: return 0.0;
    }
}

}  // namespace warpwise
