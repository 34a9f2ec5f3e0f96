// The program's types as expressions of the debugger know them.
#include <algorithm>
#include <iterator>
#include <set>

#include "simt/debug/inspect.h"
#include "simt/debug/inspect_internal.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostTypes = 256;  // of a state

DebugType described(const Type& type) {
    DebugType out{.name = type.name,
                  .kind = kind_of(type.kind),
                  .bytes = type.bytes,
                  .element = type.element,
                  .count = type.count,
                  .members = {},
                  .is_reference = type.is_reference};
    if (type.kind == TypeKind::structure && (is_half(type) || is_bfloat(type))) {
        out.kind = ValueKind::floating;
        out.is_bfloat = is_bfloat(type);
        return out;
    }
    for (const Type::Member& member : type.members)
        out.members.push_back({member.name, member.offset, member.type, member.first_bit, member.bits});
    return out;
}

// Those that are reached from the ones that are added, renumbered in that order.
class Reached {
  public:
    explicit Reached(const std::vector<DebugType>& all) : all_(all), places_(all.size(), kNoDebugType) {}

    std::uint32_t add(std::uint32_t type) {
        if (type >= all_.size()) return kNoDebugType;
        if (places_[type] == kNoDebugType && taken_.size() < kMostTypes) {
            places_[type] = static_cast<std::uint32_t>(taken_.size());
            taken_.push_back(type);
        }
        return places_[type];
    }
    std::vector<DebugType> take() {
        std::vector<DebugType> out;
        for (std::size_t i = 0; i < taken_.size(); ++i) {
            DebugType type = all_[taken_[i]];
            type.element = add(type.element);
            for (DebugType::Member& member : type.members) member.type = add(member.type);
            out.push_back(std::move(type));
        }
        return out;
    }

  private:
    const std::vector<DebugType>& all_;
    std::vector<std::uint32_t> places_, taken_;
};

}  // namespace

// The types that stand for one number each, and are structures of one member in their headers.
bool is_half(const Type& type) { return type.members.size() == 1 && type.members[0].name == "__value" && type.bytes == 2; }
bool is_bfloat(const Type& type) { return type.members.size() == 1 && type.members[0].name == "__x" && type.bytes == 2; }

std::vector<DebugType> debug_types_of(const Bytecode& program) {
    std::vector<DebugType> types;
    types.reserve(program.types.size());
    std::ranges::transform(program.types, std::back_inserter(types), described);
    return types;
}

void take_types(DebugState& state, const std::vector<DebugType>& all) {
    Reached reached(all);
    for (DebugValue& variable : state.variables) variable.type_index = reached.add(variable.type_index);
    state.types = reached.take();
}

std::vector<std::string> variable_names_of(const Bytecode& program) {
    std::set<std::string> names;
    for (const Function& function : program.functions)
        for (const Variable& variable : function.variables) {
            names.insert(variable.name);
            if (variable.name != "this" || variable.type >= program.types.size()) continue;
            const std::uint32_t object = program.types[variable.type].element;
            if (object >= program.types.size()) continue;
            for (const Type::Member& member : program.types[object].members) names.insert(member.name);
        }
    for (const Symbol& symbol : program.symbols)
        if (!symbol.name.starts_with("__simt")) names.insert(symbol.name);
    names.erase("");
    return {names.begin(), names.end()};
}

}  // namespace warpwise::simt
