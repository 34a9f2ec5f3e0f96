#include "experiment/ranks/job_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "experiment/run/numbers.h"

namespace warpwise {

std::string as_comment(std::string text) {
    std::ranges::replace_if(text, [](unsigned char c) { return c < ' ' || c == '\\'; }, ' ');
    return text;
}

bool is_name(const std::string& text) {
    const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && std::ranges::all_of(text, is_word);
}
bool is_type(const std::string& text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '*'; });
}

bool is_fill_of_jobs(const std::string& fill) {
    constexpr std::string_view constant = "constant=", uniform = "uniform=", dots = "..";
    if (fill.starts_with(constant)) return parse_real(fill.substr(constant.size())).has_value();
    if (const auto at = fill.find(dots); fill.starts_with(uniform) && at != std::string::npos)
        return parse_real(fill.substr(uniform.size(), at - uniform.size())) && parse_real(fill.substr(at + dots.size()));
    constexpr auto words = std::to_array<std::string_view>({"zeros", "unset", "ones", "iota", "uniform"});
    return std::ranges::find(words, std::string_view(fill)) != words.end();
}

bool has_directive(const std::string& text) {
    for (const std::string_view word : {"%:", "?\?=", "_Pragma", "__pragma"})
        if (text.contains(word)) return true;
    bool is_at_begin = true;
    for (const char c : text) {
        if (c == '#' && is_at_begin) return true;
        if (c == '\n' || c == '/')
            is_at_begin = true;  // behind a comment, too
        else if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\')
            is_at_begin = false;
    }
    return false;
}

std::optional<std::string> mpi_type_of(DType dtype) {
    switch (dtype) {
        case DType::f32: return "MPI_FLOAT";
        case DType::f64: return "MPI_DOUBLE";
        case DType::i32: return "MPI_INT";
        case DType::u32: return "MPI_UNSIGNED";
        case DType::i64: return "MPI_LONG_LONG";
        case DType::u64: return "MPI_UNSIGNED_LONG_LONG";
        case DType::i8: return "MPI_SIGNED_CHAR";
        case DType::u8: return "MPI_UNSIGNED_CHAR";
        default: return std::nullopt;
    }
}

std::string nccl_type_of(DType dtype) {
    switch (dtype) {
        case DType::f64: return "ncclFloat64";
        case DType::i32: return "ncclInt32";
        case DType::u32: return "ncclUint32";
        case DType::i64: return "ncclInt64";
        case DType::u64: return "ncclUint64";
        case DType::i8: return "ncclInt8";
        case DType::u8: return "ncclUint8";
        default: return "ncclFloat32";
    }
}

std::string nccl_operation(const std::string& name) {
    return name == "product" ? "ncclProd" : name == "least" ? "ncclMin" : name == "greatest" ? "ncclMax" : "ncclSum";
}

std::string mpi_operation(const std::string& name) {
    return name == "product" ? "MPI_PROD" : name == "least" ? "MPI_MIN" : name == "greatest" ? "MPI_MAX" : "MPI_SUM";
}

}  // namespace warpwise
