#include "debug/debug_type.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace warpwise {
namespace {

struct ScalarType {
    std::string_view name;
    ValueKind kind;
    std::uint32_t bytes;
};
constexpr auto kSigned = ValueKind::signed_integer, kUnsigned = ValueKind::unsigned_integer;
// Of one kind and size the first is the one that is told.
constexpr std::array kScalarTypes{ScalarType{"float", ValueKind::floating, 4},
                                  ScalarType{"double", ValueKind::floating, 8},
                                  ScalarType{"__half", ValueKind::floating, 2},
                                  ScalarType{"half", ValueKind::floating, 2},
                                  ScalarType{"_Float16", ValueKind::floating, 2},
                                  ScalarType{"bool", ValueKind::boolean, 1},
                                  ScalarType{"char", ValueKind::character, 1},
                                  ScalarType{"signed char", kSigned, 1},
                                  ScalarType{"unsigned char", kUnsigned, 1},
                                  ScalarType{"short", kSigned, 2},
                                  ScalarType{"unsigned short", kUnsigned, 2},
                                  ScalarType{"int", kSigned, 4},
                                  ScalarType{"unsigned int", kUnsigned, 4},
                                  ScalarType{"long", kSigned, 8},
                                  ScalarType{"unsigned long", kUnsigned, 8},
                                  ScalarType{"long long", kSigned, 8},
                                  ScalarType{"unsigned long long", kUnsigned, 8},
                                  ScalarType{"int8_t", kSigned, 1},
                                  ScalarType{"uint8_t", kUnsigned, 1},
                                  ScalarType{"int16_t", kSigned, 2},
                                  ScalarType{"uint16_t", kUnsigned, 2},
                                  ScalarType{"int32_t", kSigned, 4},
                                  ScalarType{"uint32_t", kUnsigned, 4},
                                  ScalarType{"int64_t", kSigned, 8},
                                  ScalarType{"uint64_t", kUnsigned, 8},
                                  ScalarType{"size_t", kUnsigned, 8},
                                  ScalarType{"ptrdiff_t", kSigned, 8},
                                  ScalarType{"uint", kUnsigned, 4},
                                  ScalarType{"uchar", kUnsigned, 1},
                                  ScalarType{"ushort", kUnsigned, 2}};

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t blank = std::min(text.find(' '), text.size());
        if (blank > 0) words.push_back(text.substr(0, blank));
        text.remove_prefix(std::min(blank + 1, text.size()));
    }
    return words;
}

// "unsigned char" for "const char unsigned", "long" for "long int".
std::string plain_name(std::string_view type) {
    bool is_unsigned = false, is_signed = false, is_int = false, is_short = false;
    int longs = 0;
    std::string other;
    for (const std::string_view word : words_of(type)) {
        if (word == "const" || word == "volatile" || word == "struct" || word == "std::" || word == "__restrict__") continue;
        if (word == "unsigned")
            is_unsigned = true;
        else if (word == "signed")
            is_signed = true;
        else if (word == "int")
            is_int = true;
        else if (word == "short")
            is_short = true;
        else if (word == "long")
            ++longs;
        else
            other += (other.empty() ? "" : " ") + std::string(word.starts_with("std::") ? word.substr(5) : word);
    }
    if (other == "char") return (is_unsigned ? "unsigned " : is_signed ? "signed " : "") + other;
    if (!other.empty()) return other;
    const std::string size = is_short ? "short" : longs > 1 ? "long long" : longs == 1 ? "long" : is_int || is_signed ? "int" : "";
    if (is_unsigned) return size.empty() ? "unsigned int" : "unsigned " + size;
    return size;
}

}  // namespace

DebugTypeRef type_at(DebugTypes types, std::uint32_t index) {
    if (index >= types.size()) return {};
    return {.base = types[index].kind, .base_bytes = types[index].bytes, .index = index, .spelled = {}};
}

DebugTypeRef type_of(DebugTypes types, const DebugValue& value) {
    if (value.type_index < types.size()) return type_at(types, value.type_index);
    return {.base = value.kind, .base_bytes = value.bytes, .spelled = value.type};
}

std::optional<DebugTypeRef> pointee_of(DebugTypes types, const DebugTypeRef& pointer) {
    if (pointer.pointers > 0) {
        DebugTypeRef pointee = pointer;
        --pointee.pointers;
        return pointee;
    }
    if (pointer.base != ValueKind::pointer) return std::nullopt;
    if (pointer.index < types.size()) {
        const DebugTypeRef pointee = type_at(types, types[pointer.index].element);
        return pointee.is_known() ? std::optional(pointee) : std::nullopt;
    }
    const std::size_t star = pointer.spelled.rfind('*');
    if (star == std::string_view::npos || pointer.spelled.find('(') != std::string_view::npos) return std::nullopt;
    const std::string_view spelled = trimmed(pointer.spelled.substr(0, star));
    if (spelled.find('*') != std::string_view::npos)
        return DebugTypeRef{.base = ValueKind::pointer, .base_bytes = 8, .spelled = spelled};
    auto scalar = scalar_type_named(spelled);
    if (scalar) scalar->spelled = spelled;
    return scalar;
}

std::string name_of(DebugTypes types, const DebugTypeRef& type) {
    std::string name;
    if (type.index < types.size()) {
        name = types[type.index].name;
    } else if (!type.spelled.empty()) {
        name = type.spelled;
    } else {
        const auto* found = std::ranges::find_if(
            kScalarTypes, [&](const ScalarType& one) { return one.kind == type.base && one.bytes == type.base_bytes; });
        name = found == kScalarTypes.end() ? "" : std::string(found->name);
    }
    if (type.pointers > 0) name += (name.ends_with('*') ? "" : " ") + std::string(type.pointers, '*');
    return name;
}

std::optional<DebugTypeRef> scalar_type_named(std::string_view words) {
    const std::string plain = plain_name(words);
    const auto* found = std::ranges::find(kScalarTypes, std::string_view(plain), &ScalarType::name);
    if (found == kScalarTypes.end()) return std::nullopt;
    return DebugTypeRef{.base = found->kind, .base_bytes = found->bytes, .spelled = {}};
}

std::optional<DebugTypeRef> type_named(DebugTypes types, std::string_view name) {
    if (const auto scalar = scalar_type_named(name)) return scalar;
    const std::string plain = plain_name(name);
    const auto found = std::ranges::find_if(types, [&](const DebugType& one) { return one.name == plain; });
    if (found == types.end()) return std::nullopt;
    return type_at(types, static_cast<std::uint32_t>(found - types.begin()));
}

}  // namespace warpwise
