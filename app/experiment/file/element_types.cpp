// C++ types as dtypes: what an array of them holds.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "experiment/file/file_arguments.h"

namespace warpwise {
namespace {

const std::map<std::string, std::string, std::less<>>& scalar_names() {
    static const std::map<std::string, std::string, std::less<>> names{
        {"float", "f32"},    {"double", "f64"},    {"half", "f16"},  {"__half", "f16"},    {"char", "i8"},
        {"int8_t", "i8"},    {"uint8_t", "u8"},    {"uchar", "u8"},  {"bool", "u8"},       {"int", "i32"},
        {"int32_t", "i32"},  {"uint32_t", "u32"},  {"uint", "u32"},  {"unsigned", "u32"},  {"int64_t", "i64"},
        {"uint64_t", "u64"}, {"size_t", "u64"},    {"ulong", "u64"}, {"long", "i64"},      {"ptrdiff_t", "i64"},
        {"longlong", "i64"}, {"ulonglong", "u64"}, {"uint8", "u8"},  {"float32_t", "f32"}, {"float64_t", "f64"},
        {"clock_t", "i64"},  {"signed", "i32"},    {"byte", "u8"},   {"char8_t", "u8"},    {"float_t", "f32"},
    };
    return names;
}

std::vector<std::string> words_of(const std::string& type) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : type + " ") {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            word += c;
            continue;
        }
        if (word.starts_with("std::")) word.erase(0, 5);
        if (!word.empty() && word != "const" && word != "struct" && word != "volatile" && word != "typename") words.push_back(word);
        word.clear();
    }
    return words;
}

// "unsigned long long", in any order.
std::optional<ElementType> of_several(const std::vector<std::string>& words) {
    const auto has = [&](const char* word) { return std::ranges::find(words, word) != words.end(); };
    const bool is_unsigned = has("unsigned");
    for (const std::string& word : words)
        if (word != "unsigned" && word != "signed" && word != "int" && word != "long" && word != "char" && word != "short" &&
            word != "double")
            return std::nullopt;
    if (has("char")) return ElementType{is_unsigned ? "u8" : "i8"};
    if (has("double")) return ElementType{"f64"};
    if (has("long")) return ElementType{is_unsigned ? "u64" : "i64"};
    if (has("short")) return ElementType{"u8", 2, false, false};
    return ElementType{is_unsigned ? "u32" : "i32"};
}

// float4, uchar3, __half2
std::optional<ElementType> of_vector(std::string_view word) {
    if (word.size() < 4 || word.back() < '1' || word.back() > '4') return std::nullopt;
    const auto scalar = scalar_names().find(word.substr(0, word.size() - 1));
    if (scalar == scalar_names().end()) return std::nullopt;
    return ElementType{scalar->second, word.back() - '0'};
}

std::optional<ElementType> of_structure(const std::string& members, const CudaText& text, int depth);

std::optional<ElementType> of_words(const std::string& type, const CudaText& text, int depth) {
    if (depth > 8) return std::nullopt;
    const std::vector<std::string> words = words_of(type);
    if (words.empty()) return std::nullopt;
    if (words.size() > 1) return of_several(words);
    const std::string& word = words.front();
    if (word == "{dtype}") return ElementType{"dtype"};  // of a template's type (file_arguments.cpp)
    if (word == "short" || word == "int16_t" || word == "uint16_t" || word == "ushort" || word == "__nv_bfloat16" ||
        word == "short1")
        return ElementType{"u8", 2, false, false};
    if (word == "cuComplex" || word == "cuFloatComplex") return ElementType{"f32", 2};
    if (word == "cuDoubleComplex") return ElementType{"f64", 2};
    if (const auto known = scalar_names().find(word); known != scalar_names().end())
        return ElementType{known->second, 1, word == "bool"};
    if (const auto vector = of_vector(word)) return vector;
    if (const auto alias = text.type_names.find(word); alias != text.type_names.end() && alias->second != word)
        return of_words(alias->second, text, depth + 1);
    if (const auto members = text.structures.find(word); members != text.structures.end())
        return of_structure(members->second, text, depth + 1);
    return std::nullopt;
}

// "float x, y" is two floats; nothing for what is not a plain list of names.
std::optional<ElementType> of_member(std::string_view member, const CudaText& text, int depth) {
    if (member.find_first_of("*&<>[]=:") != std::string_view::npos) return std::nullopt;
    const int count = 1 + static_cast<int>(std::ranges::count(member, ','));
    std::string first(trimmed(member.substr(0, member.find(','))));
    const std::size_t blank = first.find_last_of(" \t\n");
    if (blank == std::string::npos) return std::nullopt;
    auto type = of_words(first.substr(0, blank), text, depth);
    if (type) type->components *= count;
    return type;
}

// A structure whose members are all of one type is that many elements. Of any other only the members' types are known.
std::optional<ElementType> of_structure(const std::string& members, const CudaText& text, int depth) {
    std::optional<ElementType> all;
    std::string_view rest = members;
    while (!trimmed(rest).empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const auto one = of_member(trimmed(rest.substr(0, end)), text, depth);
        if (!one || (all && all->dtype != one->dtype)) return std::nullopt;
        if (all)
            all->components += one->components;
        else
            all = one;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (all) all->is_bool = false;
    return all;
}

}  // namespace

std::optional<ElementType> element_type_of(const std::string& type, const CudaText& text) { return of_words(type, text, 0); }

}  // namespace warpwise
