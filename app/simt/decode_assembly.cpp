// Inline assembly: the plain PTX statements that CUDA code is known to use. What is not here is named at its line.
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "fmt/format.h"
#include "simt/decode_internal.h"
#include "simt/source_dialect.h"

namespace warpwise::simt {
namespace {

struct NamedSpecial {
    std::string_view name;
    Special which;
};
constexpr auto kSpecials = std::to_array<NamedSpecial>({{"%laneid", Special::lane_id},
                                                        {"%warpid", Special::warp_id},
                                                        {"%nwarpid", Special::warps_per_block},
                                                        {"%smid", Special::multiprocessor_id},
                                                        {"%tid.x", Special::thread_x},
                                                        {"%tid.y", Special::thread_y},
                                                        {"%tid.z", Special::thread_z},
                                                        {"%ctaid.x", Special::block_x},
                                                        {"%ctaid.y", Special::block_y},
                                                        {"%ctaid.z", Special::block_z},
                                                        {"%ntid.x", Special::block_dim_x},
                                                        {"%ntid.y", Special::block_dim_y},
                                                        {"%ntid.z", Special::block_dim_z},
                                                        {"%nctaid.x", Special::grid_dim_x},
                                                        {"%nctaid.y", Special::grid_dim_y},
                                                        {"%nctaid.z", Special::grid_dim_z},
                                                        {"%dynamic_smem_size", Special::dynamic_shared_bytes},
                                                        {"%total_smem_size", Special::total_shared_bytes}});

struct NamedOp {
    std::string_view name;
    Op integer, real;  // the first of their forms; invalid: none
};
constexpr auto kBinary = std::to_array<NamedOp>({{"add", Op::add_32, Op::fadd_f},
                                                 {"sub", Op::sub_32, Op::fsub_f},
                                                 {"and", Op::and_32, Op::invalid},
                                                 {"or", Op::or_32, Op::invalid},
                                                 {"xor", Op::xor_32, Op::invalid},
                                                 {"shl", Op::shl_32, Op::invalid}});
// Signed forms first.
struct SignedOp {
    std::string_view name;
    Op with_sign, without, real;
};
constexpr auto kSigned = std::to_array<SignedOp>({{"min", Op::smin_32, Op::umin_32, Op::fmin_f},
                                                  {"max", Op::smax_32, Op::umax_32, Op::fmax_f},
                                                  {"div", Op::sdiv_32, Op::udiv_32, Op::fdiv_f},
                                                  {"rem", Op::srem_32, Op::urem_32, Op::invalid},
                                                  {"shr", Op::ashr_32, Op::lshr_32, Op::invalid}});
constexpr auto kUnary = std::to_array<NamedOp>({{"mov", Op::mov_32, Op::mov_32},
                                                {"popc", Op::popcount_32, Op::invalid},
                                                {"clz", Op::clz_32, Op::invalid},
                                                {"brev", Op::bit_reverse_32, Op::invalid},
                                                {"neg", Op::invalid, Op::fneg_f},
                                                {"abs", Op::abs_32, Op::fabs_f},
                                                {"sqrt", Op::invalid, Op::sqrt_f}});
struct NamedMath {
    std::string_view name;
    MathUnary which;
};
constexpr auto kMath = std::to_array<NamedMath>({{"ex2", MathUnary::exp2},
                                                 {"lg2", MathUnary::log2},
                                                 {"rcp", MathUnary::reciprocal},
                                                 {"rsqrt", MathUnary::rsqrt},
                                                 {"sin", MathUnary::sin},
                                                 {"cos", MathUnary::cos},
                                                 {"tanh", MathUnary::tanh}});

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(at, begin), text.size());
        out.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return out;
}

std::optional<std::uint64_t> number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool bits_of_real = text.starts_with("0f") || text.starts_with("0d");
    const int base = bits_of_real || text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || (end != text.data() + text.size() && *end != 'U')) return std::nullopt;
    return negative ? 0 - value : value;
}

// The operation's name and what follows it: "mad.lo.s32" with type s32 of 32 bits.
struct Opcode {
    std::vector<std::string_view> words;
    bool is_real = false, is_signed = false;
    int bytes = 4;
    bool has(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }
};

std::optional<Opcode> opcode_of(std::string_view text) {
    Opcode out{split(text, '.')};
    const std::string_view type = out.words.back();
    out.is_real = type.starts_with('f');
    out.is_signed = type.starts_with('s');
    if (type.ends_with("64")) out.bytes = 8;
    const bool is_typed = type.size() == 3 && std::string_view("usbf").contains(type.front());
    if (is_typed && !type.ends_with("32") && !type.ends_with("64")) return std::nullopt;
    return out;
}

}  // namespace

// One statement; `places` says where each operand ($0, $1, ...) is, and an operand that is written gets a new place.
bool FunctionDecoder::statement(std::string_view text, std::vector<Operand>& places, unsigned outputs,
                                const std::vector<int>& lane_bytes) {
    const auto blank = text.find_first_of(" \t");
    const auto opcode = opcode_of(text.substr(0, blank));
    if (!opcode) return false;
    const std::string_view name = opcode->words.front();
    const std::vector<std::string_view> words =
        blank == std::string_view::npos ? std::vector<std::string_view>{} : split(text.substr(blank), ',');
    const int bytes = opcode->bytes, form = bytes == 8 ? 1 : 0;

    if (name == "bar" || name == "barrier")
        return words.size() == 1 && words[0] == "0" && opcode->has("sync") ? (emit(Op::barrier), true) : false;
    if (name == "membar" || name == "fence")
        return emit(Op::fence, 0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(FenceScope::device)), true;
    if (name == "exit") return trap(TrapKind::exit_thread), true;
    if (name == "trap" || name == "brkpt") return trap(TrapKind::trap), true;
    if (name == "prefetch" || name == "prefetchu") return true;

    const auto index_of = [&](std::string_view word) -> std::optional<unsigned> {
        if (!word.starts_with('$')) return std::nullopt;
        const auto value = number(word.substr(1));
        return value && *value < places.size() ? std::optional(static_cast<unsigned>(*value)) : std::nullopt;
    };
    const auto step = [&](Op op, int lane, Operand a, Operand b = 0, Operand c = 0, std::int32_t imm = 0,
                          std::uint8_t aux = 0) -> Operand {
        const std::uint32_t out = new_register(lane);
        emit(op, out, a, b, c, imm, lane == 8 ? kWide : std::uint8_t{0}, aux);
        return out;
    };
    bool good = true;
    const auto source = [&](std::size_t k, int lane) -> Operand {
        if (k >= words.size()) return good = false, Operand{0};
        if (const auto index = index_of(words[k])) {
            good = good && lane_bytes[*index] == lane;
            return places[*index];
        }
        for (const NamedSpecial& each : kSpecials)
            if (words[k] == each.name && lane == 4) return special_operand(each.which);
        if (words[k] == "%clock64" || words[k] == "%clock" || words[k] == "%globaltimer") {
            const Operand now = step(Op::clock, 8, 0, 0, 0, 0, words[k] == "%globaltimer" ? 1 : 0);
            return lane == 8 ? now : step(Op::trunc_64, 4, now, 0, 0, 32);
        }
        if (words[k].starts_with("%lanemask_") && lane == 4) {
            const Operand one = module_.constant(1, 4), all = module_.constant(~0u, 4),
                          bit = step(Op::shl_32, 4, one, special_operand(Special::lane_id));
            const std::string_view which = words[k].substr(10);
            const Operand below = step(Op::sub_32, 4, bit, one);
            if (which == "eq") return bit;
            if (which == "lt") return below;
            if (which == "ge") return step(Op::xor_32, 4, below, all);
            const Operand up_to = step(Op::or_32, 4, below, bit);
            return which == "le" ? up_to : step(Op::xor_32, 4, up_to, all);
        }
        const auto value = number(words[k]);
        good = good && value.has_value();
        return module_.constant(value.value_or(0), lane);
    };
    const auto address = [&](std::size_t k) -> Operand {
        if (k >= words.size() || !words[k].starts_with('[') || !words[k].ends_with(']')) return good = false, Operand{0};
        const std::string_view inside = words[k].substr(1, words[k].size() - 2);
        const auto plus = inside.find('+');
        const auto index = index_of(trimmed(inside.substr(0, plus)));
        const auto offset =
            plus == std::string_view::npos ? std::optional<std::uint64_t>(0) : number(trimmed(inside.substr(plus + 1)));
        good = good && index && offset && lane_bytes[*index] == 8;
        return good ? offset_address(places[*index], static_cast<std::int64_t>(*offset)) : Operand{0};
    };
    if (name == "st") {
        const Operand to = address(0), value = source(1, bytes);
        if (good) emit(form ? Op::store_8 : Op::store_4, 0, to, value, 0, 0, opcode->has("volatile") ? kVolatile : std::uint8_t{0});
        return good;
    }
    if (name == "nanosleep") {
        const Operand time = source(0, 4);
        if (good) emit(Op::sleep, 0, time);
        return good;
    }

    const auto target = words.empty() ? std::nullopt : index_of(words[0]);
    if (!target || *target >= outputs) return false;
    std::optional<Operand> result;
    const auto all_ones = [&] { return module_.constant(~std::uint64_t{0}, bytes); };
    if (name == "ld") {
        const Operand from = address(1);
        if (good) result = step(form ? Op::load_8 : Op::load_4, bytes, from);
    } else if (name == "activemask") {
        result = step(Op::active_mask, 4, 0);
    } else if (name == "prmt") {
        result = step(Op::byte_permute, 4, source(1, 4), source(2, 4), source(3, 4));
    } else if (name == "fma" || (name == "mad" && opcode->is_real)) {
        result = step(op_after(Op::fma_f, form), bytes, source(1, bytes), source(2, bytes), source(3, bytes));
    } else if ((name == "mad" || name == "mul") && !opcode->is_real) {
        const Op high = opcode->is_signed ? Op::smulhi_32 : Op::umulhi_32, extend = opcode->is_signed ? Op::sext_64 : Op::zext_64;
        const bool wide = opcode->has("wide");
        const int lane = wide ? 8 : bytes;
        const auto factor = [&](std::size_t k) { return wide ? step(extend, 8, source(k, 4)) : source(k, bytes); };
        result = step(op_after(opcode->has("hi") ? high : Op::mul_32, lane == 8 ? 1 : 0), lane, factor(1), factor(2));
        if (name == "mad") result = step(op_after(Op::add_32, lane == 8 ? 1 : 0), lane, *result, source(3, lane));
    } else if (name == "mul") {
        result = step(op_after(Op::fmul_f, form), bytes, source(1, bytes), source(2, bytes));
    } else if (name == "bfe" && !form) {
        const Operand length = source(3, 4), first = source(2, 4), word = module_.constant(32, 4);
        const Operand up = step(Op::sub_32, 4, step(Op::sub_32, 4, word, first), length);
        const Operand left = step(Op::shl_32, 4, source(1, 4), up);
        result = step(opcode->is_signed ? Op::ashr_32 : Op::lshr_32, 4, left, step(Op::sub_32, 4, word, length));
    } else if (name == "bfi" && !form) {
        const Operand first = source(3, 4), one = module_.constant(1, 4);
        const Operand mask = step(Op::shl_32, 4, step(Op::sub_32, 4, step(Op::shl_32, 4, one, source(4, 4)), one), first);
        const Operand kept = step(Op::and_32, 4, source(2, 4), step(Op::xor_32, 4, mask, all_ones()));
        result = step(Op::or_32, 4, kept, step(Op::and_32, 4, step(Op::shl_32, 4, source(1, 4), first), mask));
    } else if (name == "lop3" && words.size() == 5) {
        const auto table = number(words[4]);
        if (!table) return false;
        std::array<Operand, 3> plain{source(1, 4), source(2, 4), source(3, 4)}, turned{};
        for (std::size_t k = 0; k < 3; ++k) turned[k] = step(Op::xor_32, 4, plain[k], all_ones());
        result = module_.constant(0, 4);
        for (unsigned row = 0; row < 8; ++row) {
            if (!(*table >> row & 1)) continue;
            const Operand ab = step(Op::and_32, 4, row & 4 ? plain[0] : turned[0], row & 2 ? plain[1] : turned[1]);
            result = step(Op::or_32, 4, *result, step(Op::and_32, 4, ab, row & 1 ? plain[2] : turned[2]));
        }
    } else if (name == "not") {
        result = step(op_after(Op::xor_32, form), bytes, source(1, bytes), all_ones());
    } else if (name == "neg" && !opcode->is_real) {
        result = step(op_after(Op::sub_32, form), bytes, module_.constant(0, bytes), source(1, bytes));
    }
    const auto amount = [&](std::size_t k) {
        return form ? step(Op::zext_64, 8, source(k, 4)) : source(k, 4);
    };  // of a shift: 32 bits
    for (const NamedOp& each : kBinary) {
        const Op op = opcode->is_real ? each.real : each.integer;
        if (result || each.name != name || op == Op::invalid) continue;
        result = step(op_after(op, form), bytes, source(1, bytes), name == "shl" ? amount(2) : source(2, bytes));
    }
    for (const SignedOp& each : kSigned) {
        const Op op = opcode->is_real ? each.real : opcode->is_signed ? each.with_sign : each.without;
        if (result || each.name != name || op == Op::invalid) continue;
        result = step(op_after(op, form), bytes, source(1, bytes), name == "shr" ? amount(2) : source(2, bytes));
    }
    for (const NamedOp& each : kUnary) {
        const Op op = opcode->is_real ? each.real : each.integer;
        if (result || each.name != name || op == Op::invalid) continue;
        result = step(op_after(op, form), bytes, source(1, bytes));
        if (form && (name == "popc" || name == "clz")) result = step(Op::trunc_64, 4, *result, 0, 0, 32);
    }
    for (const NamedMath& each : kMath)
        if (!result && each.name == name && opcode->is_real)
            result = step(op_after(Op::math1_f, form), bytes, source(1, bytes), 0, 0, 0, static_cast<std::uint8_t>(each.which));
    if (!result || !good) return false;
    places[*target] = *result;
    return true;
}

void FunctionDecoder::assembly(llvm::CallInst& i) {
    const auto* code = llvm::cast<llvm::InlineAsm>(i.getCalledOperand());
    const std::string text = with_percent_signs(code->getAsmString());
    const auto refuse = [&] {
        std::string shown = text;  // as it was written: %0, not $0
        std::ranges::replace(shown, '$', '%');
        unsupported(fmt::format("the inline assembly \"{}\"", shown));
    };
    std::vector<Operand> places;
    std::vector<int> lane_bytes;
    const std::vector<Leaf> results = i.getType()->isVoidTy() ? std::vector<Leaf>{} : module_.leaves(i.getType());
    for (const Leaf& leaf : results) {
        lane_bytes.push_back(module_.lane_bytes(leaf.type));
        places.push_back(module_.constant(0, lane_bytes.back()));
    }
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& each : code->ParseConstraints()) {
        if (each.Type == llvm::InlineAsm::isOutput && each.isIndirect) refuse();
        if (each.Type != llvm::InlineAsm::isInput) continue;
        const llvm::Value* value = i.getArgOperand(argument++);
        places.push_back(operand(value));
        lane_bytes.push_back(module_.lane_bytes(value->getType()));
        unsigned tied = 0;  // "+r": what is written is also read
        const std::string& constraint = each.Codes.empty() ? std::string() : each.Codes.front();
        const auto parsed = std::from_chars(constraint.data(), constraint.data() + constraint.size(), tied);
        if (parsed.ec == std::errc{} && tied < results.size()) places[tied] = places.back();
    }
    for (std::string_view each : split(text, ';')) {
        if (each.empty()) continue;
        if (!statement(each, places, static_cast<unsigned>(results.size()), lane_bytes)) refuse();
    }
    for (unsigned k = 0; k < results.size(); ++k) move(destination(i, k), places[k], lane_bytes[k] == 8, masked(i) != 0);
}

}  // namespace warpwise::simt
