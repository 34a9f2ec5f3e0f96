// The variables in scope and their values in all lanes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
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

constexpr int kMostDepth = 12;    // of parts within parts, and of references to references
constexpr int kMostParts = 1024;  // of one variable: what a matrix of 32 x 32 has

std::uint64_t low_bits(std::uint64_t value, std::uint32_t bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// Makes the values of one call's variables.
class Describer {
  public:
    // Without the parts of what lies in memory: who asks for them reads them there.
    enum class Parts { all, in_registers };
    Describer(const BlockRun& run, const Warp& warp, const Standing& call, std::uint32_t frame, Parts parts)
        : run_(run), warp_(warp), call_(call), frame_(frame), left_out_(parts == Parts::in_registers) {}

    // A variable as a whole; `addresses`: where it lies, if it does in memory.
    DebugValue variable(std::string name, std::uint32_t type_index, const ByteReader& read, const LaneBytes* addresses);

    DebugValue value(std::string name, std::uint32_t type_index, const ByteReader& read, std::uint32_t offset = 0);
    ByteReader reader_at(const LaneBytes& addresses) const { return simt::reader_at(run_, warp_, addresses); }
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
    bool left_out_;
    int depth_ = 0, parts_ = 0;
};

std::vector<std::uint64_t> by_lane(const LaneBytes& addresses) {
    std::vector<std::uint64_t> out(kLanes, 0);
    for_each_lane(addresses.set,
                  [&](int lane) { out[static_cast<std::size_t>(lane)] = addresses.bits[static_cast<std::size_t>(lane)]; });
    return out;
}

DebugValue Describer::variable(std::string name, std::uint32_t type_index, const ByteReader& read, const LaneBytes* addresses) {
    LaneBytes referred_at;
    const Type* type = type_at(type_index);
    const bool is_reference = type && type->is_reference && type_at(type->element);
    if (is_reference) {
        referred_at = read(0, 8);
        addresses = &referred_at;
    }
    const std::uint32_t own = is_reference ? type->element : type_index;
    const bool is_aggregate = type_at(own) && !is_half(*type_at(own)) && !is_bfloat(*type_at(own)) &&
                              (type_at(own)->kind == TypeKind::array || type_at(own)->kind == TypeKind::structure);
    DebugValue out;
    if (left_out_ && addresses && is_aggregate) {
        out = {.name = std::move(name), .type = type_at(own)->name, .kind = kind_of(type_at(own)->kind), .frame = frame_};
        out.bytes = type_at(own)->bytes;
        out.count = type_at(own)->kind == TypeKind::array ? type_at(own)->count : 0;
        out.held = call_.lanes;
        out.known = call_.mask;
    } else {
        out = value(std::move(name), type_index, read);
    }
    out.type_index = own;
    if (addresses) out.addresses = by_lane(*addresses);
    return out;
}

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
    for (std::uint32_t i = 0; element && i < std::min(count, kMostDebugChildren) && parts_ < kMostParts; ++i)
        out.children.push_back(value(fmt::format("[{}]", i), type.element, read, offset + i * element->bytes));
    gather_lanes(out);
}

void Describer::read_members(DebugValue& out, const Type& type, const ByteReader& read, std::uint32_t offset) {
    for (const Type::Member& member : type.members) {
        if (out.children.size() >= kMostDebugChildren || parts_ >= kMostParts) break;
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
    if (depth_ >= kMostDepth) return out;
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
    if (depth_ >= kMostDepth) return {.name = std::move(name), .frame = frame_};
    ++depth_;
    DebugValue out = value(std::move(name), type_index, reader_at(addresses));
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

// Where a variable lies in each lane; nothing for what is in registers.
std::optional<LaneBytes> addresses_of(const Warp& warp, const Standing& call, const Variable& variable) {
    if (variable.where == Variable::Where::indirect) {
        LaneBytes addresses = reader_of_registers(warp, call, {{0, 8, variable.place}}, true)(0, 8);
        for (std::uint64_t& address : addresses.bits) address += variable.offset;
        return addresses;
    }
    if (variable.where != Variable::Where::local) return std::nullopt;
    LaneBytes addresses;
    addresses.bits.fill(kLocalBase + call.local_base + variable.place);
    addresses.set = call.lanes;
    return addresses;
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
    const bool is_lambda = pointer.element < program.types.size() && program.types[pointer.element].is_lambda;
    DebugValue object = is_lambda ? describer.referred("*this", pointer.element, addresses)
                                  : describer.variable("*this", pointer.element, describer.reader_at(addresses), &addresses);
    if (!is_lambda) {
        out.push_back(std::move(object));
        return;
    }
    for (DebugValue& captured : object.children) {
        for (const Type::Member& member : program.types[pointer.element].members) {
            const bool is_plain = member.type < program.types.size() && !program.types[member.type].is_reference;
            if (member.name != captured.name || member.bits > 0 || !is_plain) continue;
            captured.type_index = member.type;
            captured.addresses = by_lane(addresses);
            for (std::uint64_t& address : captured.addresses) address += address ? member.offset : 0;
        }
        out.push_back(std::move(captured));
    }
}

void append_variable(std::vector<DebugValue>& out, const BlockRun& run, const Warp& warp, const Standing& call, std::uint32_t frame,
                     const Variable& variable, Describer::Parts parts) {
    const std::size_t first = out.size();
    Describer describer(run, warp, call, frame, parts);
    const ByteReader read = reader_of(run, warp, call, variable);
    const std::vector<Type>& types = run.program.types;
    if (variable.name == "this" && variable.type < types.size() && types[variable.type].kind == TypeKind::pointer) {
        append_object(out, describer, run.program, types[variable.type], read);
    } else {
        const auto addresses = addresses_of(warp, call, variable);
        out.push_back(describer.variable(variable.name, variable.type, read, addresses ? &*addresses : nullptr));
        out.back().is_argument = variable.is_argument;
    }
    for (std::size_t i = first; i < out.size(); ++i) out[i].line = variable.line;
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

DebugValue value_of(const BlockRun& run, const Warp& warp, const Standing& kernel, std::uint32_t frame, const Symbol& symbol,
                    Describer::Parts parts) {
    Describer describer(run, warp, kernel, frame, parts);
    LaneBytes addresses;
    addresses.bits.fill(address_of(symbol));
    addresses.set = kAllLanes;
    const ByteReader read = reader_of_block(run, warp, address_of(symbol), kernel.lanes);
    const Type& type = run.program.types[symbol.type];
    DebugValue out;
    if (symbol.space == Symbol::Space::dynamic_shared && type.element < run.program.types.size()) {  // as long as the launch says
        const std::uint32_t bytes = run.plan.shared_bytes - symbol.offset, each = run.program.types[type.element].bytes;
        const std::uint32_t count = each ? bytes / each : 0;
        if (parts == Describer::Parts::all)
            out = describer.elements(symbol.name, type, count, read);
        else
            out = describer.variable(symbol.name, symbol.type, read, &addresses);
        out.type_index = symbol.type;
        out.addresses = by_lane(addresses);
        out.count = count;
        out.bytes = bytes;
    } else {
        out = describer.variable(symbol.name, symbol.type, read, &addresses);
    }
    out.type = std::string(out.type.starts_with("const ") ? "" : qualifier_of(symbol.space)) + out.type;
    out.line = symbol.line;
    return out;
}

bool is_own(const Symbol& symbol) { return symbol.name.starts_with("__simt") || symbol.name.empty(); }

}  // namespace

DebugValue value_at(const BlockRun& run, const Warp& warp, std::uint32_t type_index, std::uint32_t count, std::uint32_t bytes,
                    const LaneBytes& addresses) {
    const Standing all{.lanes = addresses.set, .mask = addresses.set};
    Describer describer(run, warp, all, 0, Describer::Parts::all);
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
    for (std::uint32_t i = 0; i < calls.size(); ++i)
        for (const Variable* variable : variables_in_scope(calls[i]))
            append_variable(out, run, warp, calls[i], i, *variable, Describer::Parts::all);
    if (calls.empty()) return out;
    for (const Symbol& symbol : run.program.symbols)
        if (symbol.is_used && !is_own(symbol) && symbol.type < run.program.types.size())
            out.push_back(
                value_of(run, warp, calls.back(), static_cast<std::uint32_t>(calls.size() - 1), symbol, Describer::Parts::all));
    return out;
}

std::vector<DebugValue> variables_named(const BlockRun& run, const Warp& warp, std::span<const std::string> names) {
    const std::vector<Standing> calls = standing_calls(warp);
    std::vector<DebugValue> out;
    if (calls.empty()) return out;
    const auto is_wanted = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    for (const Variable* variable : variables_in_scope(calls.front()))
        if (is_wanted(variable->name) || variable->name == "this")
            append_variable(out, run, warp, calls.front(), 0, *variable, Describer::Parts::in_registers);
    // A function's breakpoint may read what belongs to the block.
    for (const Symbol& symbol : run.program.symbols)
        if (symbol.is_used && !is_own(symbol) && is_wanted(symbol.name) && symbol.type < run.program.types.size())
            out.push_back(value_of(run, warp, calls.back(), 0, symbol, Describer::Parts::in_registers));
    return out;
}

}  // namespace warpwise::simt
