#include "simt/code/bytecode.h"

#include <algorithm>

namespace warpwise::simt {
namespace {

#define WARPWISE_NAME(n) #n,
constexpr std::string_view kOpNames[] = {"invalid",
#define WARPWISE_ITEM(n) #n "_32", #n "_64",
                                         WARPWISE_INT_BINARY(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) "icmp_" #n "_32", "icmp_" #n "_64",
                                             WARPWISE_INT_COMPARE(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) #n "_f", #n "_d", #n "_h",
                                                 WARPWISE_FLOAT_BINARY(WARPWISE_ITEM)
#undef WARPWISE_ITEM
#define WARPWISE_ITEM(n) "fcmp_" #n "_f", "fcmp_" #n "_d",
                                                     WARPWISE_FLOAT_COMPARE(WARPWISE_ITEM)
#undef WARPWISE_ITEM
                                                         WARPWISE_OTHER_OPS(WARPWISE_NAME)};
constexpr std::string_view kMathUnaryNames[] = {WARPWISE_MATH_UNARY(WARPWISE_NAME)};
constexpr std::string_view kMathBinaryNames[] = {WARPWISE_MATH_BINARY(WARPWISE_NAME)};
constexpr std::string_view kMathTernaryNames[] = {WARPWISE_MATH_TERNARY(WARPWISE_NAME)};
constexpr std::string_view kMathToIntNames[] = {WARPWISE_MATH_TO_INT(WARPWISE_NAME)};
#undef WARPWISE_NAME

template <typename Names, typename Item>
std::string_view name_in(const Names& names, Item item) {
    const auto index = static_cast<std::size_t>(item);
    return index < std::size(names) ? names[index] : std::string_view{};
}

}  // namespace

TextPlace place_of(const Bytecode& program, std::uint32_t line) {
    TextPlace place{program.origin, static_cast<int>(line)};
    for (const HeaderLines& header : program.headers)
        if (line >= header.first) place = {header.name, static_cast<int>(line - header.first + 1)};
    return place;
}

std::size_t element_bytes_of(const Bytecode& program, std::uint32_t type) {
    while (type < program.types.size() && program.types[type].kind == TypeKind::array && program.types[type].element != kNoIndex) {
        type = program.types[type].element;
    }
    return type < program.types.size() && program.types[type].kind != TypeKind::array ? program.types[type].bytes : 0;
}

const Type* scalar_at(const Bytecode& program, std::uint32_t type, std::uint64_t offset, std::uint32_t bytes) {
    for (;;) {
        if (type >= program.types.size()) return nullptr;
        const Type& here = program.types[type];
        if (here.kind == TypeKind::array) {
            if (here.element >= program.types.size() || program.types[here.element].bytes == 0) return nullptr;
            type = here.element;
            offset %= program.types[type].bytes;
        } else if (here.kind == TypeKind::structure) {
            if (here.members.size() == 1 && here.members[0].name.starts_with("__")) return nullptr;  // half, bfloat16
            const auto member = std::ranges::find_if(here.members, [&](const Type::Member& one) {
                return one.bits == 0 && one.type < program.types.size() && offset >= one.offset &&
                       offset - one.offset < program.types[one.type].bytes;
            });
            if (member == here.members.end()) return nullptr;
            offset -= member->offset;
            type = member->type;
        } else {
            return offset == 0 && here.bytes == bytes ? &here : nullptr;
        }
    }
}

std::string_view name_of(Op op) { return name_in(kOpNames, op); }
std::string_view name_of(MathUnary function) { return name_in(kMathUnaryNames, function); }
std::string_view name_of(MathBinary function) { return name_in(kMathBinaryNames, function); }
std::string_view name_of(MathTernary function) { return name_in(kMathTernaryNames, function); }
std::string_view name_of(MathToInt function) { return name_in(kMathToIntNames, function); }

}  // namespace warpwise::simt
