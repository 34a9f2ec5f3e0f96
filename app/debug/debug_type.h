// What a value of an expression is: a type of the program, a scalar that was named, or a pointer to one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "debug/debug_state.h"

namespace warpwise {

struct DebugTypeRef {
    ValueKind base = ValueKind::other;  // without the added pointers
    std::uint32_t base_bytes = 0;
    std::uint32_t index = kNoDebugType;  // among the program's types
    std::uint32_t pointers = 0;          // added by '&' or a cast: it is a pointer to a pointer to ...
    std::string_view spelled{};          // where no entry is known: the type as the state spells it, "const float *"

    ValueKind kind() const { return pointers > 0 ? ValueKind::pointer : base; }
    std::uint32_t bytes() const { return pointers > 0 ? 8 : base_bytes; }
    bool is_known() const { return pointers > 0 || base != ValueKind::other; }
    bool operator==(const DebugTypeRef&) const = default;
};

using DebugTypes = std::span<const DebugType>;

DebugTypeRef type_at(DebugTypes, std::uint32_t index);
// Of a variable, or of a part of one that the state has.
DebugTypeRef type_of(DebugTypes, const DebugValue&);
// What a pointer of this type points to; nothing where that is not known, or the type is not a pointer.
std::optional<DebugTypeRef> pointee_of(DebugTypes, const DebugTypeRef&);
std::string name_of(DebugTypes, const DebugTypeRef&);

// "float", "unsigned char", "size_t", "int64_t": words in any order that C allows, const and volatile among them.
std::optional<DebugTypeRef> scalar_type_named(std::string_view words);
// Of the program: "Node", or a scalar.
std::optional<DebugTypeRef> type_named(DebugTypes, std::string_view name);

}  // namespace warpwise
