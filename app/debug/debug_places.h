// What an expression's parts are in one lane: numbers, variables of the state, and places in memory with their types.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "debug/debug_number.h"
#include "debug/debug_scope.h"
#include "debug/debug_type.h"

namespace warpwise {

struct DebugOperand {
    DebugNumber number{};                    // of a scalar; of a pointer its address
    DebugTypeRef type{};                     // unknown of what was computed
    const DebugValue* part = nullptr;        // an array or a structure of the state
    std::optional<std::uint64_t> address{};  // where it lies, in memory
    std::uint64_t count = 0;                 // of an array's elements, where its type does not say it

    bool is_aggregate() const { return type.kind() == ValueKind::array || type.kind() == ValueKind::structure; }
    bool is_pointer() const { return !is_aggregate() && type.kind() == ValueKind::pointer; }
};
using DebugFound = std::expected<DebugOperand, std::string>;

// `explain`: errors get their message; a condition that is evaluated a million times needs none.
class DebugPlaces {
  public:
    DebugPlaces(const DebugScope& scope, bool explain)
        : scope_(scope),
          types_(scope.types != nullptr ? DebugTypes(*scope.types) : DebugTypes(scope.state.types)),
          explain_(explain) {}

    DebugTypes types() const { return types_; }
    const DebugValue* variable(std::string_view name) const;

    DebugFound variable_in(const DebugValue&, int lane) const;
    // What lies at an address; scalars are read.
    DebugFound at(std::uint64_t address, const DebugTypeRef&, int lane) const;
    DebugFound element(const DebugOperand& array_or_pointer, std::int64_t place, int lane) const;
    DebugFound member(const DebugOperand& structure, const std::string& name, int lane) const;
    DebugFound pointed_at(const DebugOperand& pointer, std::int64_t place, int lane) const;
    DebugFound address_of(const DebugOperand&) const;
    DebugFound moved(DebugOperand pointer, std::int64_t elements) const;
    // An array where a pointer is wanted.
    std::optional<DebugOperand> as_pointer(const DebugOperand&) const;

    template <typename... Words>
    std::unexpected<std::string> fail(fmt::format_string<Words...> format, Words&&... words) const {
        return std::unexpected(explain_ ? fmt::format(format, std::forward<Words>(words)...) : std::string());
    }
    std::string name_of_type(const DebugTypeRef& type) const { return name_of(types_, type); }

  private:
    std::optional<std::uint64_t> read(std::uint64_t address, std::uint32_t bytes, int lane) const;
    // A variable, or a part of one that the state has, which lies at the address.
    DebugFound of(const DebugValue&, int lane, DebugTypeRef, std::optional<std::uint64_t> address) const;
    DebugFound unreadable(std::uint64_t address, std::uint32_t bytes) const;
    DebugFound bit_field(std::uint64_t address, const DebugType::Member&, int lane) const;
    DebugFound array_element(const DebugOperand& array, std::int64_t place, int lane) const;
    DebugFound member_in_memory(const DebugOperand& structure, std::uint32_t type, const std::string& name, int lane) const;

    const DebugScope& scope_;
    DebugTypes types_;
    bool explain_;
};

}  // namespace warpwise
