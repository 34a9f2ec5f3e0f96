#include "base/npy.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/escape.h"
#include "base/files.h"
#include "base/number_text.h"
#include "base/text.h"

namespace warpwise {
namespace {

// The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLargestArray = std::size_t{16} << 30;
constexpr std::size_t kLongestHeader = std::size_t{64} << 10;  // NumPy writes some 128 bytes

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

struct Header {
    DType dtype;
    std::vector<std::int64_t> shape;
    std::size_t data_at = 0, data_bytes = 0;  // in the file
};

std::unexpected<Error> unusable(const std::filesystem::path& file, std::string_view why) {
    return usage_error(fmt::format("{} cannot be used: {}", file.string(), why), "Save it with numpy.save from a C-ordered array.");
}

// `begin`: the file's first bytes, kLongestHeader of them where it has as many.
Result<Header> read_header(const std::filesystem::path& file, std::string_view begin) {
    const auto bad = [&](std::string_view why) { return unusable(file, why); };
    if (begin.size() < 12 || !begin.starts_with(kMagic)) return bad("it is not a .npy file");
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(begin[i])}; };
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) return bad(fmt::format("its format version is {}; versions 1 to 3 are known", version));
    const std::size_t start = version == 1 ? 10 : 12;
    const std::size_t header_size =
        version == 1 ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
    if (start + header_size > kLongestHeader) return bad(fmt::format("its header has {} bytes", with_separators(header_size)));
    if (begin.size() < start + header_size) return bad("it ends inside its header");
    const std::string_view header = begin.substr(start, header_size);

    std::string_view descr = value_after(header, "descr");
    if (descr.size() < 2 || descr[0] != '\'') return bad("its header does not name a plain element type");
    descr = descr.substr(1, descr.find('\'', 1) - 1);
    const auto dtype = dtype_from_descr(descr);
    if (!dtype)
        return bad(fmt::format("its element type '{}' is not one of u8 i8 u32 i32 u64 i64 f16 f32 f64 (little-endian)",
                               shown_name(descr.substr(0, 40))));
    if (!value_after(header, "fortran_order").starts_with("False")) return bad("it is in Fortran order");
    auto shape = parse_shape(value_after(header, "shape"));
    if (!shape) return bad("its header does not give a shape");
    std::size_t bytes = size_of(*dtype);
    for (std::int64_t extent : *shape)
        if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes)) return bad("its shape is too large");
    if (bytes > kLargestArray)
        return bad(fmt::format("its shape asks for {}; at most {} are read", bytes_text(bytes), bytes_text(kLargestArray)));
    return Header{*dtype, std::move(*shape), start + header_size, bytes};
}

}  // namespace

// The header is judged before anything else is read, and the file's size before memory is reserved: a damaged header must not ask
// for terabytes, and a large file that is of no use must not fill the memory.
Result<Array> read_npy(const std::filesystem::path& file) {
    const auto cut_short = [&](std::size_t found, std::size_t wanted) {
        return unusable(file, fmt::format("it is cut short: {} of {} bytes of data", found, wanted));
    };
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {  // a pipe has no size
        const auto text = read_file(file, kLargestArray);
        if (!text) return std::unexpected(text.error());
        const auto header = read_header(file, std::string_view(*text).substr(0, kLongestHeader));
        if (!header) return std::unexpected(header.error());
        const std::string_view data = std::string_view(*text).substr(header->data_at);
        if (data.size() < header->data_bytes) return cut_short(data.size(), header->data_bytes);
        auto array = Array::make(header->dtype, header->shape);
        if (array && header->data_bytes != 0) std::memcpy(array->data(), data.data(), header->data_bytes);
        return array;
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) return failure(fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno)), "Check its permissions.");
    std::string begin(kLongestHeader, '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(in.gcount()));
    const auto header = read_header(file, begin);
    if (!header) return std::unexpected(header.error());
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    const std::size_t found = error || size < header->data_at ? 0 : size - header->data_at;
    if (found < header->data_bytes) return cut_short(found, header->data_bytes);
    auto array = Array::make(header->dtype, header->shape);
    if (!array || header->data_bytes == 0) return array;
    in.clear();
    in.seekg(static_cast<std::streamoff>(header->data_at));
    in.read(reinterpret_cast<char*>(array->data()), static_cast<std::streamsize>(header->data_bytes));
    if (static_cast<std::size_t>(in.gcount()) < header->data_bytes)
        return cut_short(static_cast<std::size_t>(in.gcount()), header->data_bytes);
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
    std::string text{kMagic};
    text += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    text += header;
    if (array.size_bytes() != 0) text.append(reinterpret_cast<const char*>(array.data()), array.size_bytes());
    return write_file_atomically(file, text);
}

}  // namespace warpwise
