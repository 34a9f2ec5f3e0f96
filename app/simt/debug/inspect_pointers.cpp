// What an address points to, as a programmer writes it.
#include <fmt/format.h>

#include <algorithm>

#include "simt/debug/inspect_internal.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostText = 40;  // of a string literal
constexpr int kMostSteps = 16;         // of a path into structures

// "[2].x" of something of this type that lies at the offset, down to what is no larger than what the pointer points to.
std::string path_in(const Bytecode& program, std::uint32_t type_index, std::uint64_t offset, std::uint64_t pointee_bytes) {
    std::string path;
    for (int step = 0; step < kMostSteps; ++step) {
        const Type* type = type_at(program, type_index);
        if (!type || (offset == 0 && step > 0 && type->bytes <= pointee_bytes)) break;
        if (type->kind == TypeKind::array) {
            const Type* element = type_at(program, type->element);
            if (!element || element->bytes == 0) break;
            path += fmt::format("[{}]", offset / element->bytes);
            offset %= element->bytes;
            type_index = type->element;
            continue;
        }
        if (type->kind != TypeKind::structure || (offset == 0 && type->bytes <= pointee_bytes)) break;
        const auto member = std::ranges::find_if(type->members, [&](const Type::Member& each) {
            const Type* of = type_at(program, each.type);
            return of && each.bits == 0 && offset >= each.offset && offset - each.offset < of->bytes;
        });
        if (member == type->members.end()) break;
        if (!member->name.empty()) path += "." + member->name;
        offset -= member->offset;
        type_index = member->type;
    }
    if (offset) path += fmt::format(" + {} byte{}", offset, offset == 1 ? "" : "s");
    return path;
}

std::string string_literal(const BlockRun& run, std::uint64_t offset) {
    std::string text = "\"";
    for (const std::size_t size = run.program.constant_image.size(); offset < size && text.size() <= kMostText; ++offset) {
        const char c = static_cast<char>(run.program.constant_image[offset]);
        if (c == '\0') return text + "\"";
        text += c == '\n' ? std::string("\\n") : c < 32 ? std::string("?") : std::string(1, c);
    }
    return text + "...\"";
}

std::string inside_text(const BlockRun& run, const Type& pointer, const Object& object, std::uint64_t address) {
    const std::uint64_t offset = address - object.base;
    const Type* pointee = type_at(run.program, pointer.element);
    if (object.space == Space::constant && object.name.empty() && pointee && pointee->kind == TypeKind::character)
        return string_literal(run, window_offset(address));
    std::string name(object.name.empty() ? "constant data" : object.name);
    std::uint32_t type = object.type;
    for (const Symbol& symbol : run.program.symbols)  // a __device__ variable is an allocation of its own
        if (symbol.space == Symbol::Space::global && symbol.window && address_of(symbol) == object.base) type = symbol.type;
    if (type_at(run.program, type)) return name + path_in(run.program, type, offset, pointee ? pointee->bytes : 0);
    const std::uint64_t element = std::max<std::uint64_t>(object.element_bytes, 1);
    name += fmt::format("[{}]", offset / element);
    if (offset % element) name += fmt::format(" + {} byte{}", offset % element, offset % element == 1 ? "" : "s");
    return name;
}

std::string outside_text(const Object& object, std::uint64_t address) {
    const std::int64_t index = index_in(object, address);
    if (is_far(index)) return fmt::format("{:#x}", plain_address(address));
    if (index < 0) return fmt::format("{} - {}, before its start", object.name, -index);
    return fmt::format("{} + {}, past its end", object.name, index);
}

// The structure that was passed by value and lies there.
std::optional<std::string> parameter_text(const BlockRun& run, const Warp& warp, const Type& pointer, std::uint64_t address) {
    if (space_of(address) != Space::local || window_start(address) != kLocalBase) return std::nullopt;
    const Type* pointee = type_at(run.program, pointer.element);
    const auto in_call = [&](const Function& function, std::uint32_t local_base) -> std::optional<std::string> {
        for (const Parameter& parameter : function.parameters) {
            const std::uint64_t base = kLocalBase + local_base + parameter.offset;
            if (parameter.by_value_bytes == 0 || parameter.is_constant || address < base ||
                address - base >= parameter.by_value_bytes)
                continue;
            for (const Variable& variable : function.variables)
                if (variable.where == Variable::Where::indirect && variable.place == parameter.slot)
                    return variable.name + path_in(run.program, variable.type, address - base, pointee ? pointee->bytes : 0);
        }
        return std::nullopt;
    };
    std::optional<std::string> found = in_call(*warp.function, warp.local_base);
    for (std::size_t i = warp.calls.size(); i-- > 0 && !found;) found = in_call(*warp.calls[i].function, warp.calls[i].local_base);
    return found;
}

}  // namespace

std::string place_text(const BlockRun& run, const Object& object, std::uint32_t type, bool is_element, std::uint64_t address,
                       std::uint64_t bytes) {
    std::string name(object.name.empty() ? "constant data" : object.name);
    std::uint64_t offset = address - object.base;
    const Type* known = type_at(run.program, type);
    if (known && !is_element) return name + path_in(run.program, type, offset, bytes);
    const std::uint64_t element = std::max<std::uint64_t>(known ? known->bytes : object.element_bytes, 1);
    name += fmt::format("[{}]", offset / element);
    offset %= element;
    if (known) return name + path_in(run.program, type, offset, bytes);
    return offset ? name + fmt::format(" + {} byte{}", offset, offset == 1 ? "" : "s") : name;
}

std::string target_text(const BlockRun& run, const Warp& warp, const Type& pointer, std::uint64_t address) {
    if (address == 0) return "null";
    const std::vector<Function>& functions = run.program.functions;
    if (address >= kFunctionBase && (address - kFunctionBase) / kFunctionStride < functions.size())
        return functions[(address - kFunctionBase) / kFunctionStride].name;
    if (const std::optional<std::string> parameter = parameter_text(run, warp, pointer, address)) return "&" + *parameter;
    if (const std::optional<Object> object = find_object(run, warp, address, 1)) {
        const std::string inside = inside_text(run, pointer, *object, address);
        return inside.starts_with('"') ? inside : "&" + inside;
    }
    const bool has_window = space_of(address) != Space::local || window_start(address) != kLocalBase;
    if (const auto object = has_window ? object_near(run, warp, address) : std::nullopt) return outside_text(*object, address);
    return fmt::format("{:#x}", plain_address(address));
}

}  // namespace warpwise::simt
