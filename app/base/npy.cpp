#include "base/npy.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/files.h"

namespace warpwise {
namespace {

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t largest_file = std::size_t{16} << 30;

std::string_view descr_of(DType dtype) {
    switch (dtype) {
        case DType::u8: return "|u1";
        case DType::i8: return "|i1";
        case DType::u32: return "<u4";
        case DType::i32: return "<i4";
        case DType::u64: return "<u8";
        case DType::i64: return "<i8";
        case DType::f16: return "<f2";
        case DType::f32: return "<f4";
        case DType::f64: break;
    }
    return "<f8";
}

std::optional<DType> dtype_from_descr(std::string_view descr) {
    if (descr == "|b1") return DType::u8;
    for (DType dtype : all_dtypes())
        if (descr == descr_of(dtype)) return dtype;
    return std::nullopt;
}

// What follows "'key':" in the header, a Python dict literal; empty when the key is not there.
std::string_view value_after(std::string_view header, std::string_view key) {
    const std::size_t at = header.find(fmt::format("'{}'", key));
    if (at == std::string_view::npos) return {};
    const std::size_t colon = header.find(':', at);
    if (colon == std::string_view::npos) return {};
    const std::size_t start = header.find_first_not_of(' ', colon + 1);
    return start == std::string_view::npos ? std::string_view{} : header.substr(start);
}

// "(3, 4)" -> {3, 4}; "()" is a single value.
std::optional<std::vector<std::int64_t>> parse_shape(std::string_view text) {
    if (!text.starts_with('(')) return std::nullopt;
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos) return std::nullopt;
    text = text.substr(1, end - 1);
    std::vector<std::int64_t> shape;
    while (true) {
        const std::size_t start = text.find_first_not_of(" ,");
        if (start == std::string_view::npos) return shape;
        text.remove_prefix(start);
        std::int64_t extent = 0;
        const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
        if (error != std::errc{} || extent < 0) return std::nullopt;
        shape.push_back(extent);
        text.remove_prefix(static_cast<std::size_t>(after - text.data()));
    }
}

}  // namespace

Result<Array> read_npy(const std::filesystem::path& file) {
    const auto text = read_file(file, largest_file);
    if (!text) return std::unexpected(text.error());
    const auto bad = [&](std::string_view why) {
        return usage_error(fmt::format("{} cannot be used: {}", file.string(), why),
                           "Save it with numpy.save from a C-ordered array.");
    };
    const std::string_view all = *text;
    if (all.size() < 12 || !all.starts_with(magic)) return bad("it is not a .npy file");
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(all[i])}; };
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) return bad(fmt::format("its format version is {}; versions 1 to 3 are known", version));
    const std::size_t start = version == 1 ? 10 : 12;
    const std::size_t header_size =
        version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
    if (all.size() < start + header_size) return bad("it ends inside its header");
    const std::string_view header = all.substr(start, header_size);
    const std::string_view body = all.substr(start + header_size);

    std::string_view descr = value_after(header, "descr");
    if (descr.size() < 2 || descr[0] != '\'') return bad("its header does not name a plain element type");
    descr = descr.substr(1, descr.find('\'', 1) - 1);
    const auto dtype = dtype_from_descr(descr);
    if (!dtype)
        return bad(fmt::format("its element type '{}' is not one of u8 i8 u32 i32 u64 i64 f16 f32 f64 (little-endian)", descr));
    if (!value_after(header, "fortran_order").starts_with("False")) return bad("it is in Fortran order");
    const auto shape = parse_shape(value_after(header, "shape"));
    if (!shape) return bad("its header does not give a shape");

    // Compared before memory is reserved: a damaged header must not ask for terabytes.
    std::size_t wanted = size_of(*dtype);
    for (std::int64_t extent : *shape)
        if (__builtin_mul_overflow(wanted, static_cast<std::size_t>(extent), &wanted)) return bad("its shape is too large");
    if (body.size() < wanted) return bad(fmt::format("it is cut short: {} of {} bytes of data", body.size(), wanted));
    auto array = Array::make(*dtype, *shape);
    if (array && wanted != 0) std::memcpy(array->data(), body.data(), wanted);
    return array;
}

Result<void> write_npy(const std::filesystem::path& file, const Array& array) {
    std::string shape;
    for (std::int64_t extent : array.shape()) shape += fmt::format("{}, ", extent);
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr_of(array.dtype()), shape);
    // The data begin at a multiple of 64 bytes; the header ends with a line feed.
    constexpr std::size_t before_header = 10;
    header.append(63 - (before_header + header.size()) % 64, ' ');
    header += '\n';
    std::string text{magic};
    text += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    text += header;
    if (array.size_bytes() != 0) text.append(reinterpret_cast<const char*>(array.data()), array.size_bytes());
    return write_file_atomically(file, text);
}

}  // namespace warpwise
