#include "simt/native/native_calls.h"

#include <cmath>
#include <cstring>

// Of the compiler's own library: what a processor has no instruction for.
extern "C" {
float __extendhfsf2(_Float16);
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
}

namespace warpwise::simt {
namespace {

// By opcode: the function of native/bitcode/operations.cpp, and whether it is one for rounding to nearest only.
struct Operation {
    const char* function = nullptr;
    bool is_rounded = false;
};
constexpr Operation operation_of(Op op) {
    switch (op) {
#define WARPWISE_OPERATION(name, ...) \
    case Op::name: return {"warpwise_" #name, false};
#define WARPWISE_ROUNDED_OPERATION(name, ...) \
    case Op::name: return {"warpwise_" #name, true};
#include "simt/operations/operations.inc"
#undef WARPWISE_OPERATION
#undef WARPWISE_ROUNDED_OPERATION
        default: return {};
    }
}

}  // namespace

const char* operation_function(const Instruction& in) {
    const Operation operation = operation_of(in.op);
    return operation.is_rounded && in.aux != static_cast<std::uint8_t>(Rounding::nearest) ? nullptr : operation.function;
}

const char* division_function(Op op, bool by_constant) {
    switch (op) {
#define WARPWISE_DIVISION(name, ...) \
    case Op::name: return by_constant ? "warpwise_" #name "_constant" : "warpwise_" #name;
#include "simt/operations/divisions.inc"
#undef WARPWISE_DIVISION
        default: return nullptr;
    }
}

const char* shuffle_function(const Instruction& in) {
    const bool is_wide = in.flags & kWide;
    switch (static_cast<ShuffleKind>(in.aux)) {
        case ShuffleKind::index: return is_wide ? "warpwise_shuffle_index_64" : "warpwise_shuffle_index_32";
        case ShuffleKind::up: return is_wide ? "warpwise_shuffle_up_64" : "warpwise_shuffle_up_32";
        case ShuffleKind::down: return is_wide ? "warpwise_shuffle_down_64" : "warpwise_shuffle_down_32";
        case ShuffleKind::exclusive_or: break;
    }
    return is_wide ? "warpwise_shuffle_exclusive_or_64" : "warpwise_shuffle_exclusive_or_32";
}

const char* helper_of(Op op) {
    switch (op) {
        case Op::load_1: return "warpwise_load_1";
        case Op::load_2: return "warpwise_load_2";
        case Op::load_4: return "warpwise_load_4";
        case Op::load_8: return "warpwise_load_8";
        case Op::store_1: return "warpwise_store_1";
        case Op::store_2: return "warpwise_store_2";
        case Op::store_4: return "warpwise_store_4";
        case Op::store_8: return "warpwise_store_8";
        case Op::branch_if: return "warpwise_part";
        case Op::branch: return "warpwise_join";
        case Op::call:
        case Op::ret: return "warpwise_call_or_leave";
        default: return "warpwise_elsewhere";
    }
}

std::string native_name(std::size_t function) { return "warpwise_function_" + std::to_string(function); }

std::vector<std::pair<std::string_view, const void*>> native_symbols(const NativeHelpers& helpers) {
    const auto at = [](auto* function) { return reinterpret_cast<const void*>(function); };
    return {
        {"warpwise_load_1", at(helpers.load_1)},
        {"warpwise_load_2", at(helpers.load_2)},
        {"warpwise_load_4", at(helpers.load_4)},
        {"warpwise_load_8", at(helpers.load_8)},
        {"warpwise_store_1", at(helpers.store_1)},
        {"warpwise_store_2", at(helpers.store_2)},
        {"warpwise_store_4", at(helpers.store_4)},
        {"warpwise_store_8", at(helpers.store_8)},
        {"warpwise_gather_1", at(helpers.gather_1)},
        {"warpwise_gather_2", at(helpers.gather_2)},
        {"warpwise_gather_4", at(helpers.gather_4)},
        {"warpwise_gather_8", at(helpers.gather_8)},
        {"warpwise_scatter_1", at(helpers.scatter_1)},
        {"warpwise_scatter_2", at(helpers.scatter_2)},
        {"warpwise_scatter_4", at(helpers.scatter_4)},
        {"warpwise_scatter_8", at(helpers.scatter_8)},
        {"warpwise_load_halves_4", at(helpers.load_halves_4)},
        {"warpwise_load_halves_8", at(helpers.load_halves_8)},
        {"warpwise_store_halves_4", at(helpers.store_halves_4)},
        {"warpwise_store_halves_8", at(helpers.store_halves_8)},
        {"warpwise_elsewhere", at(helpers.elsewhere)},
        {"warpwise_part", at(helpers.branch_if)},
        {"warpwise_join", at(helpers.join)},
        {"warpwise_call_or_leave", at(helpers.call_or_leave)},
        {"warpwise_statement", at(helpers.statement)},
        {"warpwise_all_meet", at(helpers.all_meet)},
        {"__extendhfsf2", at(&__extendhfsf2)},
        {"__truncsfhf2", at(&__truncsfhf2)},
        {"__truncdfhf2", at(&__truncdfhf2)},
        {"fma", at(static_cast<double (*)(double, double, double)>(&std::fma))},
        {"fmaf", at(&fmaf)},
        // baseline code has no instructions for these
        {"floor", at(static_cast<double (*)(double)>(&std::floor))},
        {"floorf", at(&floorf)},
        {"ceil", at(static_cast<double (*)(double)>(&std::ceil))},
        {"ceilf", at(&ceilf)},
        {"trunc", at(static_cast<double (*)(double)>(&std::trunc))},
        {"truncf", at(&truncf)},
        {"rint", at(static_cast<double (*)(double)>(&std::rint))},
        {"rintf", at(&rintf)},
        {"round", at(static_cast<double (*)(double)>(&std::round))},
        {"roundf", at(&roundf)},
        {"memcpy", at(&std::memcpy)},
        {"memset", at(&std::memset)},
    };
}

}  // namespace warpwise::simt
