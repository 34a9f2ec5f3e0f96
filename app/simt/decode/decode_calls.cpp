// Calls: operations that the prelude names by a label, LLVM's own intrinsics, and real functions.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <unordered_map>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

constexpr std::string_view kLabel = "__simt.";

const std::unordered_map<std::string_view, Op>& ops_by_name() {
    static const auto map = [] {
        std::unordered_map<std::string_view, Op> out;
        for (int op = 1; op < static_cast<int>(Op::count); ++op) out.emplace(name_of(static_cast<Op>(op)), static_cast<Op>(op));
        return out;
    }();
    return map;
}

// The place of a name in a list that has the order of its enum; throws where the prelude and the enum have parted.
std::uint8_t index_in(std::span<const std::string_view> names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw Unsupported{fmt::format("the operation '{}'", name)};
    return static_cast<std::uint8_t>(found - names.begin());
}

constexpr auto kAtomicNames =
    std::to_array<std::string_view>({"exchange", "add", "sub", "and_", "or_", "xor_", "max", "min", "umax", "umin", "fadd", "fmin",
                                     "fmax", "inc", "dec", "half2_add", "bfloat_add"});
constexpr auto kFenceNames = std::to_array<std::string_view>({"block", "device", "system"});
constexpr auto kBarrierNames = std::to_array<std::string_view>({"none", "count", "all", "any"});
constexpr auto kTileNames = std::to_array<std::string_view>({"sync", "exchange"});
constexpr auto kPhaseNames =
    std::to_array<std::string_view>({"init", "arrive", "drop", "wait", "wait_parity", "test", "test_parity"});
constexpr auto kShuffleNames = std::to_array<std::string_view>({"index", "up", "down", "exclusive_or"});
constexpr auto kVoteNames = std::to_array<std::string_view>({"all", "any", "ballot", "uniform"});
constexpr auto kReduceNames = std::to_array<std::string_view>({"add", "min", "max", "umin", "umax", "and_", "or_", "xor_"});
constexpr auto kRoundingNames = std::to_array<std::string_view>({"nearest", "zero", "down", "up"});
constexpr auto kTrapNames = std::to_array<std::string_view>({"trap", "assert_failed", "no_return", "pure_virtual", "exit_thread"});
constexpr auto kClockNames = std::to_array<std::string_view>({"0", "1"});
constexpr auto kSpecialNames =
    std::to_array<std::string_view>({"thread_x", "thread_y", "thread_z", "block_x", "block_y", "block_z", "block_dim_x",
                                     "block_dim_y", "block_dim_z", "grid_dim_x", "grid_dim_y", "grid_dim_z", "lane_id", "warp_id",
                                     "warps_per_block", "multiprocessor_id", "dynamic_shared_bytes", "total_shared_bytes"});
static_assert(kSpecialNames.size() == static_cast<std::size_t>(Special::count));

template <typename Function>
std::uint8_t math_index(std::string_view name) {
    for (std::uint8_t i = 0; !name_of(static_cast<Function>(i)).empty(); ++i)
        if (name_of(static_cast<Function>(i)) == name) return i;
    throw Unsupported{fmt::format("the function '{}'", name)};
}

// The aux field of an operation with variants.
std::uint8_t detail_of(Op op, std::string_view detail) {
    if (detail.empty()) return 0;
    switch (op) {
        case Op::math1_f:
        case Op::math1_d: return math_index<MathUnary>(detail);
        case Op::math2_f:
        case Op::math2_d: return math_index<MathBinary>(detail);
        case Op::math3_f:
        case Op::math3_d: return math_index<MathTernary>(detail);
        case Op::math_to_int_f:
        case Op::math_to_int_d: return math_index<MathToInt>(detail);
        case Op::fence: return index_in(kFenceNames, detail);
        case Op::barrier: return index_in(kBarrierNames, detail);
        case Op::tile_barrier: return index_in(kTileNames, detail);
        case Op::phase: return index_in(kPhaseNames, detail);
        case Op::vote: return index_in(kVoteNames, detail);
        case Op::warp_reduce: return index_in(kReduceNames, detail);
        case Op::clock: return index_in(kClockNames, detail);
        default: return index_in(kRoundingNames, detail);
    }
}

}  // namespace

// dst, then the arguments as a, b, c.
void FunctionDecoder::emit_simple(llvm::CallInst& i, Op op, std::uint8_t aux, std::int32_t imm, unsigned arguments) {
    std::array<Operand, 3> operands{};
    const unsigned count = std::min({arguments, static_cast<unsigned>(i.arg_size()), 3u});
    for (unsigned k = 0; k < count; ++k) operands[k] = operand(i.getArgOperand(k));
    const bool has_result = !i.getType()->isVoidTy();
    emit(op, has_result ? destination(i) : 0, operands[0], operands[1], operands[2], imm,
         has_result ? flags_for(i) : std::uint8_t{0}, aux);
}

void FunctionDecoder::trap(TrapKind kind, std::int32_t text) {
    emit(Op::trap, 0, 0, 0, 0, text, 0, static_cast<std::uint8_t>(kind));
}

void FunctionDecoder::call(llvm::CallInst& i) {
    // Several overloads may share one label, so the call's type need not be the declaration's.
    const auto* callee = llvm::dyn_cast<llvm::Function>(i.getCalledOperand()->stripPointerCasts());
    if (!callee || !callee->isDeclaration()) return call_function(i);
    std::string_view name(callee->getName().data(), callee->getName().size());
    if (name.starts_with('\1')) name.remove_prefix(1);
    if (name.starts_with(kLabel)) {
        if (!operation(i, name.substr(kLabel.size()))) unsupported(fmt::format("the operation '{}'", name.substr(kLabel.size())));
        return;
    }
    if (callee->isIntrinsic()) {
        if (!intrinsic(i)) unsupported(fmt::format("the compiler's operation '{}'", name));
        return;
    }
    if (name == "vprintf") return emit_simple(i, Op::print);
    if (name == "malloc" || name == "free" || name.starts_with("_Zn"))
        unsupported("memory from inside a kernel (malloc, free, new)");
    const llvm::DISubprogram* declared = callee->getSubprogram();
    unsupported(
        fmt::format("a call of '{}', which has no body in this code", declared ? declared->getName().str() : llvm::demangle(name)));
}

// ---- operations of the prelude ----

bool FunctionDecoder::operation(llvm::CallInst& i, std::string_view label) {
    const auto dot = label.find('.');
    const std::string_view name = label.substr(0, dot);
    const std::string_view rest = dot == std::string_view::npos ? std::string_view{} : label.substr(dot + 1);
    const auto second = rest.find('.');
    const std::string_view detail = rest.substr(0, second);
    const std::string_view bytes = second == std::string_view::npos ? std::string_view{} : rest.substr(second + 1);
    const auto number = [](std::string_view text) {
        std::int32_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    };
    if (name == "unsupported") unsupported(std::string(rest));
    if (name == "special") {
        const Operand source = special_operand(static_cast<Special>(index_in(kSpecialNames, detail)));
        if (needs_own_register(i))
            move(destination(i), source, false, true);
        else
            values_[&i] = {source};
    } else if (name == "trap") {
        const auto kind = static_cast<TrapKind>(index_in(kTrapNames, detail));
        const auto text = i.arg_size() > 0 ? module_.string_at(i.getArgOperand(0)) : std::nullopt;
        trap(kind, text ? module_.string_index(*text) : -1);
    } else if (name == "atomic") {
        emit_simple(i, Op::atomic, index_in(kAtomicNames, detail), number(bytes));
        if (i.use_empty()) out_.code.back().flags |= kResultUnused;
    } else if (name == "compare_and_swap") {
        note_first_reads(*i.getArgOperand(1));
        emit_simple(i, Op::compare_and_swap, 0, number(detail));
        if (i.use_empty()) out_.code.back().flags |= kResultUnused;
    } else if (name == "shuffle") {
        emit(Op::shuffle, destination(i), operand(i.getArgOperand(1)), operand(i.getArgOperand(2)), operand(i.getArgOperand(3)),
             static_cast<std::int32_t>(operand(i.getArgOperand(0))), flags_for(i), index_in(kShuffleNames, detail));
    } else if (name == "matrix") {
        return matrix(i, rest);
    } else if (name == "texture_read" || name == "surface_write") {
        texture(i, name == "texture_read" ? Op::texture_read : Op::surface_write);
    } else if (name == "funnel_left_swapped" || name == "funnel_right_swapped") {
        // CUDA gives the low word first
        emit(name == "funnel_left_swapped" ? Op::funnel_left_32 : Op::funnel_right_32, destination(i), operand(i.getArgOperand(1)),
             operand(i.getArgOperand(0)), operand(i.getArgOperand(2)), 0, flags_for(i));
    } else {
        const auto op = ops_by_name().find(name);
        if (op == ops_by_name().end()) return false;
        emit_simple(i, op->second, detail_of(op->second, detail));
    }
    return true;
}

// ---- LLVM's intrinsics ----

void FunctionDecoder::real_operation(llvm::CallInst& i, Op op, unsigned arguments) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    for (unsigned k = 0; k < parts.size(); ++k) {
        std::array<Operand, 3> operands{};
        for (unsigned n = 0; n < arguments; ++n) operands[n] = operand(i.getArgOperand(n), k);
        emit(op_after(op, real_form(parts[k].type)), destination(i, k), operands[0], operands[1], operands[2], 0, flags_for(i, k));
    }
}

// Functions that exist for float and double; half goes through float.
void FunctionDecoder::math(llvm::CallInst& i, Op op, std::uint8_t aux, unsigned arguments) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    for (unsigned k = 0; k < parts.size(); ++k) {
        const bool is_half = parts[k].type->isHalfTy();
        std::array<Operand, 2> operands{};
        for (unsigned n = 0; n < arguments; ++n)
            operands[n] = is_half ? as_float(operand(i.getArgOperand(n), k)) : operand(i.getArgOperand(n), k);
        const std::uint32_t dst = is_half ? new_register(4) : destination(i, k);
        emit(op_after(op, parts[k].type->isDoubleTy() ? 1 : 0), dst, operands[0], operands[1], 0, 0,
             is_half ? std::uint8_t{0} : flags_for(i, k), aux);
        if (is_half) emit(Op::f_to_h, destination(i, k), dst, 0, 0, 0, flags_for(i, k));
    }
}

void FunctionDecoder::integer_operation(llvm::CallInst& i, Op op32, unsigned arguments) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    const bool is_signed = op32 == Op::smin_32 || op32 == Op::smax_32 || op32 == Op::abs_32;
    for (unsigned k = 0; k < parts.size(); ++k) {
        const unsigned bits = parts[k].type->getIntegerBitWidth();
        const bool wide = bits > 32;
        std::array<Operand, 3> operands{};
        for (unsigned n = 0; n < arguments; ++n)
            operands[n] = is_signed ? sign_extended(operand(i.getArgOperand(n), k), bits) : operand(i.getArgOperand(n), k);
        const std::uint32_t dst = destination(i, k);
        const std::uint8_t flags = flags_for(i, k);
        emit(op_after(op32, wide ? 1 : 0), dst, operands[0], operands[1], operands[2], 0, flags);
        if (is_signed) clear_upper_bits(dst, bits, flags);
        if (bits == 32 || bits == 64) continue;
        // Of a narrow number: drop the zeros above it, or bring the reversed bits down.
        const Operand above = module_.constant((wide ? 64 : 32) - bits, wide ? 8 : 4);
        if (op32 == Op::clz_32) emit(wide ? Op::sub_64 : Op::sub_32, dst, dst, above, 0, 0, flags);
        if (op32 == Op::bit_reverse_32 || op32 == Op::byte_swap_32)
            emit(wide ? Op::lshr_64 : Op::lshr_32, dst, dst, above, 0, 0, flags);
        if (op32 == Op::ctz_32) emit(wide ? Op::umin_64 : Op::umin_32, dst, dst, module_.constant(bits, wide ? 8 : 4), 0, 0, flags);
        if (op32 == Op::funnel_left_32 || op32 == Op::funnel_right_32) unsupported("a rotation of a number narrower than 32 bits");
    }
}

// {a op b, whether it left the type's range}
void FunctionDecoder::with_overflow(llvm::CallInst& i) {
    const auto& operation = llvm::cast<llvm::WithOverflowInst>(i);
    const unsigned bits = operation.getLHS()->getType()->getIntegerBitWidth();
    if (bits != 32 && bits != 64) unsupported("checked arithmetic on numbers of other than 32 or 64 bits");
    const int wide = bits == 64 ? 1 : 0, lane = bits / 8;
    const std::uint8_t flags = flags_for(i, 0), width = wide ? kWide : std::uint8_t{0};
    const Operand a = operand(operation.getLHS()), b = operand(operation.getRHS()), zero = module_.constant(0, lane);
    const std::uint32_t result = destination(i, 0), overflowed = destination(i, 1);
    const auto step = [&](Op op, Operand x, Operand y) {
        const std::uint32_t out = new_register(lane);
        emit(op_after(op, wide), out, x, y, 0, 0, width);
        return out;
    };
    const auto is = [&](Op op, Operand x, Operand y) { emit(op_after(op, wide), overflowed, x, y, 0, 0, masked(i)); };
    const Op op = operation.getBinaryOp() == llvm::Instruction::Add   ? Op::add_32
                  : operation.getBinaryOp() == llvm::Instruction::Sub ? Op::sub_32
                                                                      : Op::mul_32;
    emit(op_after(op, wide), result, a, b, 0, 0, flags);
    if (op == Op::mul_32) {
        if (operation.isSigned())
            is(Op::icmp_ne_32, step(Op::smulhi_32, a, b), step(Op::ashr_32, result, module_.constant(bits - 1, lane)));
        else
            is(Op::icmp_ne_32, step(Op::umulhi_32, a, b), zero);
    } else if (!operation.isSigned()) {
        if (op == Op::add_32)
            is(Op::icmp_ult_32, result, a);
        else
            is(Op::icmp_ult_32, a, b);
    } else {  // the signs of the operands (of a - b: that of b turned over) agree and differ from the result's
        const Operand other = op == Op::add_32 ? step(Op::xor_32, b, result) : step(Op::xor_32, a, b);
        is(Op::icmp_slt_32, step(Op::and_32, step(Op::xor_32, a, result), other), zero);
    }
}

bool FunctionDecoder::intrinsic(llvm::CallInst& i) {
    const auto unary = [&](MathUnary function) { math(i, Op::math1_f, static_cast<std::uint8_t>(function), 1); };
    const auto binary_math = [&](MathBinary function) { math(i, Op::math2_f, static_cast<std::uint8_t>(function), 2); };
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) return copy_memory(*copy), true;
    if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&i)) return set_memory(*fill), true;
    if (llvm::isa<llvm::WithOverflowInst>(i)) return with_overflow(i), true;
    switch (i.getIntrinsicID()) {
        case llvm::Intrinsic::lifetime_start:
        case llvm::Intrinsic::lifetime_end:
        case llvm::Intrinsic::assume:
        case llvm::Intrinsic::experimental_noalias_scope_decl:
        case llvm::Intrinsic::donothing:
        case llvm::Intrinsic::var_annotation: return true;
        case llvm::Intrinsic::expect:
        case llvm::Intrinsic::launder_invariant_group:
        case llvm::Intrinsic::strip_invariant_group:
        case llvm::Intrinsic::ptr_annotation: copy_bits(i, i.getArgOperand(0)); return true;
        case llvm::Intrinsic::nvvm_barrier0: emit(Op::barrier); return true;
        case llvm::Intrinsic::trap:
            trap(llvm::isa_and_nonnull<llvm::CallInst>(i.getNextNode()) && !ir_.getReturnType()->isVoidTy() ? TrapKind::no_return
                                                                                                            : TrapKind::trap);
            return true;
        case llvm::Intrinsic::debugtrap: trap(TrapKind::no_return); return true;
        case llvm::Intrinsic::fma:
        case llvm::Intrinsic::fmuladd: real_operation(i, Op::fma_f, 3); return true;
        case llvm::Intrinsic::fptosi_sat:
        case llvm::Intrinsic::fptoui_sat: saturate(i); return true;
        case llvm::Intrinsic::fabs: real_operation(i, Op::fabs_f, 1); return true;
        case llvm::Intrinsic::minnum:
        case llvm::Intrinsic::minimum: real_operation(i, Op::fmin_f, 2); return true;
        case llvm::Intrinsic::maxnum:
        case llvm::Intrinsic::maximum: real_operation(i, Op::fmax_f, 2); return true;
        case llvm::Intrinsic::sqrt: math(i, Op::sqrt_f, 0, 1); return true;
        case llvm::Intrinsic::exp: unary(MathUnary::exp); return true;
        case llvm::Intrinsic::exp2: unary(MathUnary::exp2); return true;
        case llvm::Intrinsic::exp10: unary(MathUnary::exp10); return true;
        case llvm::Intrinsic::log: unary(MathUnary::log); return true;
        case llvm::Intrinsic::log2: unary(MathUnary::log2); return true;
        case llvm::Intrinsic::log10: unary(MathUnary::log10); return true;
        case llvm::Intrinsic::sin: unary(MathUnary::sin); return true;
        case llvm::Intrinsic::cos: unary(MathUnary::cos); return true;
        case llvm::Intrinsic::tan: unary(MathUnary::tan); return true;
        case llvm::Intrinsic::floor: math(i, Op::floor_f, 0, 1); return true;
        case llvm::Intrinsic::ceil: math(i, Op::ceil_f, 0, 1); return true;
        case llvm::Intrinsic::trunc: math(i, Op::trunc_f, 0, 1); return true;
        case llvm::Intrinsic::rint:
        case llvm::Intrinsic::roundeven:
        case llvm::Intrinsic::nearbyint: math(i, Op::rint_f, 0, 1); return true;
        case llvm::Intrinsic::round: math(i, Op::round_f, 0, 1); return true;
        case llvm::Intrinsic::pow: binary_math(MathBinary::pow); return true;
        case llvm::Intrinsic::copysign: math(i, Op::copysign_f, 0, 2); return true;
        case llvm::Intrinsic::smin: integer_operation(i, Op::smin_32, 2); return true;
        case llvm::Intrinsic::smax: integer_operation(i, Op::smax_32, 2); return true;
        case llvm::Intrinsic::umin: integer_operation(i, Op::umin_32, 2); return true;
        case llvm::Intrinsic::umax: integer_operation(i, Op::umax_32, 2); return true;
        case llvm::Intrinsic::abs: integer_operation(i, Op::abs_32, 1); return true;
        case llvm::Intrinsic::ctpop: integer_operation(i, Op::popcount_32, 1); return true;
        case llvm::Intrinsic::ctlz: integer_operation(i, Op::clz_32, 1); return true;
        case llvm::Intrinsic::cttz: integer_operation(i, Op::ctz_32, 1); return true;
        case llvm::Intrinsic::bitreverse: integer_operation(i, Op::bit_reverse_32, 1); return true;
        case llvm::Intrinsic::bswap: integer_operation(i, Op::byte_swap_32, 1); return true;
        case llvm::Intrinsic::fshl: integer_operation(i, Op::funnel_left_32, 3); return true;
        case llvm::Intrinsic::fshr: integer_operation(i, Op::funnel_right_32, 3); return true;
        case llvm::Intrinsic::stacksave:
        case llvm::Intrinsic::stackrestore: unsupported("an array whose size is only known when the kernel runs");
        default: return false;
    }
}

// ---- real calls ----

void FunctionDecoder::call_function(llvm::CallInst& i) {
    CallSite site;
    for (unsigned k = 0; k < i.arg_size(); ++k) {
        const llvm::Value* argument = i.getArgOperand(k);
        if (module_.leaves(argument->getType()).size() != 1) unsupported("an argument that is a bare aggregate");
        site.arguments.push_back(operand(argument));
        site.argument_wide.push_back(module_.lane_bytes(argument->getType()) == 8);
    }
    if (!i.getType()->isVoidTy()) {
        const auto count = static_cast<unsigned>(module_.leaves(i.getType()).size());
        for (unsigned k = 0; k < count; ++k) site.results.push_back({destination(i, k), flags_for(i, k)});
    }
    const auto index = static_cast<std::uint32_t>(out_.calls.size());
    if (auto* callee = llvm::dyn_cast<llvm::Function>(i.getCalledOperand()->stripPointerCasts())) {
        site.callee = module_.function_index(*callee);
        out_.calls.push_back(std::move(site));
        emit(Op::call, 0, index);
    } else {
        out_.calls.push_back(std::move(site));
        emit(Op::call_indirect, 0, index, operand(i.getCalledOperand()));
    }
}

}  // namespace warpwise::simt
