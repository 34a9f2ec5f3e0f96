// The variables in scope and their values in all lanes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect.h"
#include "simt/debug/inspect_internal.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
ValueKind kind_of(TypeKind kind) {
    switch (kind) {
        case TypeKind::signed_integer: return ValueKind::signed_integer;
        case TypeKind::unsigned_integer: return ValueKind::unsigned_integer;
        case TypeKind::floating: return ValueKind::floating;
        case TypeKind::boolean: return ValueKind::boolean;
        case TypeKind::character: return ValueKind::character;
        case TypeKind::pointer: return ValueKind::pointer;
        case TypeKind::array: return ValueKind::array;
        case TypeKind::structure: return ValueKind::structure;
        case TypeKind::other: break;
    }
    return ValueKind::other;
}

namespace {

constexpr int most_depth = 12;    // of parts within parts, and of references to references
constexpr int most_parts = 1024;  // of one variable: what a matrix of 32 x 32 has

std::uint64_t low_bits(std::uint64_t value, std::uint32_t bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// The types that stand for one number each, and are structures of one member in their headers.
bool is_half(const Type& type) { return type.members.size() == 1 && type.members[0].name == "__value" && type.bytes == 2; }
bool is_bfloat(const Type& type) { return type.members.size() == 1 && type.members[0].name == "__x" && type.bytes == 2; }

// Makes the values of one call's variables.
class Describer {
  public:
    Describer(const BlockRun& run, const Warp& warp, const Standing& call, std::uint32_t frame)
        : run_(run), warp_(warp), call_(call), frame_(frame) {}

    DebugValue value(std::string name, std::uint32_t type_index, const ByteReader& read, std::uint32_t offset = 0);
    // An array of so many elements, whatever its type says.
    DebugValue elements(std::string name, const Type& array, std::uint32_t count, const ByteReader& read);
    // Of no type that is known.
    DebugValue plain_bytes(std::uint32_t bytes, const ByteReader& read);
    // Of what an address points to.
    DebugValue referred(std::string name, std::uint32_t type_index, const LaneBytes& addresses);

  private:
    void read_leaf(DebugValue&, const Type&, const ByteReader&, std::uint32_t offset);
    void read_bits(DebugValue&, const Type&, const Type::Member&, const ByteReader&, std::uint32_t offset);
    void read_elements(DebugValue&, const Type&, std::uint32_t count, const ByteReader&, std::uint32_t offset);
    void read_members(DebugValue&, const Type&, const ByteReader&, std::uint32_t offset);
    void keep(DebugValue&, const LaneBytes&);
    void gather_lanes(DebugValue&) const;
    const Type* type_at(std::uint32_t index) const {
        return index < run_.program.types.size() ? &run_.program.types[index] : nullptr;
    }

    const BlockRun& run_;
    const Warp& warp_;
    const Standing& call_;
    std::uint32_t frame_;
    int depth_ = 0, parts_ = 0;
};

void Describer::keep(DebugValue& out, const LaneBytes& bytes) {
    out.bits = bytes.bits;
    out.held = bytes.set & call_.lanes;
    out.known = out.held & call_.mask;
}

void Describer::gather_lanes(DebugValue& out) const {
    if (out.count == 0) out.held = call_.lanes;
    for (const DebugValue& child : out.children) out.held |= child.held;
    out.known = out.held & call_.mask;
}

void Describer::read_leaf(DebugValue& out, const Type& type, const ByteReader& read, std::uint32_t offset) {
    ++parts_;
    if (type.bytes == 0 || type.bytes > 8) return;
    keep(out, read(offset, type.bytes));
    if (type.kind != TypeKind::pointer && type.enumerators.empty()) return;
    out.targets.resize(kLanes);
    for_each_lane(out.held, [&](int lane) {
        const auto index = static_cast<std::size_t>(lane);
        if (type.kind == TypeKind::pointer) {
            out.targets[index] = target_text(run_, warp_, type, out.bits[index]);
        } else if (const auto found = std::ranges::find_if(
                       type.enumerators,
                       [&](const auto& each) { return low_bits(each.second, 8 * type.bytes) == out.bits[index]; });
                   found != type.enumerators.end()) {
            out.targets[index] = found->first;
        }
    });
}

void Describer::read_bits(DebugValue& out, const Type& type, const Type::Member& field, const ByteReader& read,
                          std::uint32_t offset) {
    ++parts_;
    const std::uint32_t bytes = (field.first_bit + field.bits + 7) / 8;
    if (bytes > 8) return;
    LaneBytes lanes = read(offset, bytes);
    for (std::uint64_t& value : lanes.bits) {
        value = low_bits(value >> field.first_bit, field.bits);
        const bool is_negative = type.kind == TypeKind::signed_integer && (value >> (field.bits - 1) & 1);
        if (is_negative) value = low_bits(value | ~low_bits(~std::uint64_t{0}, field.bits), 8 * type.bytes);
    }
    keep(out, lanes);
}

void Describer::read_elements(DebugValue& out, const Type& type, std::uint32_t count, const ByteReader& read,
                              std::uint32_t offset) {
    const Type* element = type_at(type.element);
    out.count = count;
    for (std::uint32_t i = 0; element && i < std::min(count, kMostDebugChildren) && parts_ < most_parts; ++i)
        out.children.push_back(value(fmt::format("[{}]", i), type.element, read, offset + i * element->bytes));
    gather_lanes(out);
}

void Describer::read_members(DebugValue& out, const Type& type, const ByteReader& read, std::uint32_t offset) {
    for (const Type::Member& member : type.members) {
        if (out.children.size() >= kMostDebugChildren || parts_ >= most_parts) break;
        const Type* of = type_at(member.type);
        if (of && member.bits > 0) {
            DebugValue field{.name = member.name, .type = of->name, .kind = kind_of(of->kind), .bytes = of->bytes, .frame = frame_};
            read_bits(field, *of, member, read, offset + member.offset);
            out.children.push_back(std::move(field));
            continue;
        }
        DebugValue part = value(member.name, member.type, read, offset + member.offset);
        if (member.name.empty()) {
            std::ranges::move(part.children, std::back_inserter(out.children));
        } else {
            out.children.push_back(std::move(part));
        }
    }
    out.count = static_cast<std::uint32_t>(std::max(out.children.size(), type.members.size()));
    gather_lanes(out);
}

DebugValue Describer::value(std::string name, std::uint32_t type_index, const ByteReader& read, std::uint32_t offset) {
    const Type* type = type_at(type_index);
    DebugValue out{.name = std::move(name), .frame = frame_};
    if (!type) return out;
    if (type->is_reference && type_at(type->element)) {
        out = referred(std::move(out.name), type->element, read(offset, 8));
        out.type = type->name;
        return out;
    }
    out.type = type->name;
    out.kind = kind_of(type->kind);
    out.bytes = type->bytes;
    if (depth_ >= most_depth) return out;
    ++depth_;
    if (type->kind == TypeKind::structure && is_half(*type)) {
        out.kind = ValueKind::floating;
        read_leaf(out, *type_at(type->members[0].type), read, offset);
    } else if (type->kind == TypeKind::structure && is_bfloat(*type)) {
        out.kind = ValueKind::floating;
        out.bytes = 4;
        read_leaf(out, *type_at(type->members[0].type), read, offset);
        for (std::uint64_t& bits : out.bits) bits <<= 16;
    } else if (type->kind == TypeKind::structure) {
        read_members(out, *type, read, offset);
    } else if (type->kind == TypeKind::array) {
        read_elements(out, *type, type->count, read, offset);
    } else {
        read_leaf(out, *type, read, offset);
    }
    --depth_;
    return out;
}

DebugValue Describer::elements(std::string name, const Type& array, std::uint32_t count, const ByteReader& read) {
    DebugValue out{.name = std::move(name), .type = array.name, .kind = ValueKind::array, .frame = frame_};
    read_elements(out, array, count, read, 0);
    return out;
}

DebugValue Describer::plain_bytes(std::uint32_t bytes, const ByteReader& read) {
    constexpr std::uint32_t most = 8, word = 4;
    DebugValue out{.kind = bytes <= most ? ValueKind::other : ValueKind::array, .bytes = bytes, .frame = frame_};
    if (bytes <= most) {
        keep(out, read(0, bytes));
        return out;
    }
    out.count = (bytes + word - 1) / word;
    for (std::uint32_t i = 0; i < std::min(out.count, kMostDebugChildren); ++i) {
        DebugValue part{.name = fmt::format("[{}]", i), .kind = ValueKind::other, .bytes = std::min(word, bytes - i * word)};
        keep(part, read(i * word, part.bytes));
        out.children.push_back(std::move(part));
    }
    gather_lanes(out);
    return out;
}

DebugValue Describer::referred(std::string name, std::uint32_t type_index, const LaneBytes& addresses) {
    if (depth_ >= most_depth) return {.name = std::move(name), .frame = frame_};
    ++depth_;
    DebugValue out = value(std::move(name), type_index, reader_at(run_, warp_, addresses));
    --depth_;
    return out;
}

ByteReader reader_of(const BlockRun& run, const Warp& warp, const Standing& call, const Variable& variable) {
    switch (variable.where) {
        case Variable::Where::slot: return reader_of_registers(warp, call, {{0, variable.bytes, variable.place}}, variable.wide);
        case Variable::Where::pieces: return reader_of_registers(warp, call, variable.pieces, false);
        case Variable::Where::local: return reader_of_local(warp, call, variable.place);
        case Variable::Where::indirect: {
            LaneBytes addresses = reader_of_registers(warp, call, {{0, 8, variable.place}}, true)(0, 8);
            for (std::uint64_t& address : addresses.bits) address += variable.offset;
            return reader_at(run, warp, addresses);
        }
        case Variable::Where::none: break;
    }
    return {};
}

// In scope where the call stands, in the order of declaration.
std::vector<const Variable*> variables_in_scope(const Standing& call) {
    const Function& function = *call.function;
    std::vector<const Variable*> found;
    for (const Variable& variable : function.variables) {
        const bool is_declared = variable.is_argument || variable.line <= call.at.line;
        if (variable.where == Variable::Where::none || variable.inlined_at != call.at.inlined_at || !is_declared ||
            !scope_holds(function, variable.scope, call.at.scope))
            continue;
        found.push_back(&variable);
    }
    // Of those with one name, the innermost scope's hides the others.
    std::map<std::string_view, const Variable*> innermost;
    for (const Variable* variable : found) {
        const auto [place, is_first] = innermost.try_emplace(variable->name, variable);
        if (!is_first && scope_holds(function, place->second->scope, variable->scope)) place->second = variable;
    }
    std::erase_if(found, [&](const Variable* variable) { return innermost.at(variable->name) != variable; });
    std::ranges::sort(found, {}, [](const Variable* variable) {  // they lie in one vector, in the order of the code
        return std::tuple(!variable->is_argument, variable->is_argument ? 0u : variable->line, variable);
    });
    return found;
}

// `this` is told as the object itself, and in a lambda as what it captures.
void append_object(std::vector<DebugValue>& out, Describer& describer, const Bytecode& program, const Type& pointer,
                   const ByteReader& read) {
    const LaneBytes addresses = read(0, 8);
    DebugValue object = describer.referred("*this", pointer.element, addresses);
    if (pointer.element < program.types.size() && program.types[pointer.element].is_lambda) {
        std::ranges::move(object.children, std::back_inserter(out));
    } else {
        out.push_back(std::move(object));
    }
}

void append_variables(std::vector<DebugValue>& out, const BlockRun& run, const Warp& warp, const Standing& call,
                      std::uint32_t frame) {
    for (const Variable* variable : variables_in_scope(call)) {
        const std::size_t first = out.size();
        Describer describer(run, warp, call, frame);
        const ByteReader read = reader_of(run, warp, call, *variable);
        const std::vector<Type>& types = run.program.types;
        if (variable->name == "this" && variable->type < types.size() && types[variable->type].kind == TypeKind::pointer) {
            append_object(out, describer, run.program, types[variable->type], read);
        } else {
            out.push_back(describer.value(variable->name, variable->type, read));
            out.back().is_argument = variable->is_argument;
        }
        for (std::size_t i = first; i < out.size(); ++i) out[i].line = variable->line;
    }
}

// ---- variables of the block and the program ----

std::string_view qualifier_of(Symbol::Space space) {
    switch (space) {
        case Symbol::Space::global: return "__device__ ";
        case Symbol::Space::constant: return "__constant__ ";
        case Symbol::Space::shared:
        case Symbol::Space::dynamic_shared: break;
    }
    return "__shared__ ";
}

DebugValue value_of(const BlockRun& run, const Warp& warp, const Standing& kernel, std::uint32_t frame, const Symbol& symbol) {
    Describer describer(run, warp, kernel, frame);
    const ByteReader read = reader_of_block(run, warp, address_of(symbol), kernel.lanes);
    const Type& type = run.program.types[symbol.type];
    DebugValue out;
    if (symbol.space == Symbol::Space::dynamic_shared && type.element < run.program.types.size()) {  // as long as the launch says
        const std::uint32_t bytes = run.plan.shared_bytes - symbol.offset, each = run.program.types[type.element].bytes;
        out = describer.elements(symbol.name, type, each ? bytes / each : 0, read);
        out.bytes = bytes;
    } else {
        out = describer.value(symbol.name, symbol.type, read);
    }
    out.type = std::string(out.type.starts_with("const ") ? "" : qualifier_of(symbol.space)) + out.type;
    out.line = symbol.line;
    return out;
}

}  // namespace

DebugValue value_at(const BlockRun& run, const Warp& warp, std::uint32_t type_index, std::uint32_t count, std::uint32_t bytes,
                    const LaneBytes& addresses) {
    const Standing all{.lanes = addresses.set, .mask = addresses.set};
    Describer describer(run, warp, all, 0);
    const ByteReader read = reader_at(run, warp, addresses);
    if (type_index >= run.program.types.size()) return describer.plain_bytes(bytes, read);
    if (count == 1) return describer.value("", type_index, read);
    const Type& element = run.program.types[type_index];
    const Type together{.kind = TypeKind::array,
                        .name = fmt::format("{} [{}]", element.name, count),
                        .bytes = bytes,
                        .element = type_index,
                        .count = count};
    return describer.elements("", together, count, read);
}

std::vector<DebugValue> variables_of(const BlockRun& run, const Warp& warp) {
    const std::vector<Standing> calls = standing_calls(warp);
    std::vector<DebugValue> out;
    for (std::uint32_t i = 0; i < calls.size(); ++i) append_variables(out, run, warp, calls[i], i);
    if (calls.empty()) return out;
    for (const Symbol& symbol : run.program.symbols) {
        const bool is_own = symbol.name.starts_with("__simt") || symbol.name.empty();
        if (symbol.is_used && !is_own && symbol.type < run.program.types.size())
            out.push_back(value_of(run, warp, calls.back(), static_cast<std::uint32_t>(calls.size() - 1), symbol));
    }
    return out;
}

}  // namespace warpwise::simt
