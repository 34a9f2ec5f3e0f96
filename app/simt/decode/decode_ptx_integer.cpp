// Integer arithmetic, logic and bits. A shift by the width or more gives 0 (of a signed number its sign) in the bytecode as in
// PTX, so that it needs no clamp here.
#include <array>

#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {

void Lowering::add_or_subtract() {
    const Type of = type();
    if (of.is_real()) return real_arithmetic(2);
    const bool subtracts = word(0).starts_with("sub");
    Value* left = read(1, of.bits);
    if (has("cc") || word(0).ends_with("c")) return add_with_carry(2, left, of, subtracts);
    if (has("sat")) return sum_saturated(of);
    if (of.is_pair) refuse();
    write(0, subtracts ? build_.CreateSub(left, read(2, of.bits)) : build_.CreateAdd(left, read(2, of.bits)), of.is_signed());
}

// left + operand `second`, with the carry in of addc, subc and madc and the carry out of ".cc"; a borrow counts as a carry.
void Lowering::add_with_carry(std::size_t second, Value* left, const Type& of, bool subtracts) {
    Value* right = read(second, of.bits);
    if (!carry_) carry_ = variable(integer(32));
    const bool takes = word(0).ends_with("c");
    Value* before = takes ? resized(build_.CreateLoad(integer(32), carry_), of.bits) : nullptr;
    Value* sum = subtracts ? build_.CreateSub(left, right) : build_.CreateAdd(left, right);
    Value* over = subtracts ? build_.CreateICmpULT(left, right) : build_.CreateICmpULT(sum, left);
    if (takes) {
        Value* whole = subtracts ? build_.CreateSub(sum, before) : build_.CreateAdd(sum, before);
        Value* again = subtracts ? build_.CreateICmpULT(sum, before) : build_.CreateICmpULT(whole, sum);
        over = build_.CreateOr(over, again);
        sum = whole;
    }
    if (has("cc")) {
        Value* out = build_.CreateZExt(over, integer(32));
        if (guard_) out = build_.CreateSelect(guard_, out, build_.CreateLoad(integer(32), carry_));
        build_.CreateStore(out, carry_);
    }
    write(0, sum, of.is_signed());
}

void Lowering::sum_saturated(const Type& of) {
    if (of.kind != 's' || of.bits != 32) refuse();
    Value *a = resized(read(1, 32), 64, true), *b = resized(read(2, 32), 64, true);
    Value* sum = word(0) == "sub" ? build_.CreateSub(a, b) : build_.CreateAdd(a, b);
    write(0, clamped(sum, {'s', 64}, of));
}

Lowering::Value* Lowering::product(const Type& of, Value* a, Value* b, bool high) {
    if (!high) return build_.CreateMul(a, b);
    if (of.bits == 64 || of.bits == 32)
        return call(of.is_signed() ? (of.bits == 64 ? "smulhi_64" : "smulhi_32") : (of.bits == 64 ? "umulhi_64" : "umulhi_32"),
                    integer(of.bits), {a, b});
    Value* whole = build_.CreateMul(resized(a, 32, of.is_signed()), resized(b, 32, of.is_signed()));
    return resized(build_.CreateLShr(whole, number(of.bits, 32)), of.bits);
}

void Lowering::multiply() {
    const Type of = type();
    if (of.is_real()) return real_arithmetic(word(0) == "mul" ? 2 : 3);
    if (of.is_pair || word(0) == "fma") refuse();
    Value *a = read(1, of.bits), *b = read(2, of.bits);
    Type result = of;
    Value* value = nullptr;
    if (has("wide")) {
        result.bits = 2 * of.bits;
        value = build_.CreateMul(resized(a, result.bits, of.is_signed()), resized(b, result.bits, of.is_signed()));
    } else {
        if (!has("lo") && !has("hi")) refuse("'.lo', '.hi' or '.wide' is missing");
        value = product(of, a, b, has("hi"));
    }
    if (word(0) == "mul") return write(0, value, of.is_signed());
    if (has("cc") || word(0) == "madc") return add_with_carry(3, value, result, false);
    if (has("sat")) refuse();
    write(0, build_.CreateAdd(value, read(3, result.bits)), of.is_signed());
}

void Lowering::multiply_24() {
    const Type of = type();
    const auto low_bits = [&](std::size_t k) {
        Value* wide = resized(read(k, 32), 64);
        wide = build_.CreateShl(wide, number(40, 64));
        return of.is_signed() ? build_.CreateAShr(wide, number(40, 64)) : build_.CreateLShr(wide, number(40, 64));
    };
    Value* whole = build_.CreateMul(low_bits(1), low_bits(2));
    Value* value = resized(has("hi") ? build_.CreateLShr(whole, number(16, 64)) : whole, 32);
    if (word(0) == "mad24") value = build_.CreateAdd(value, read(3, 32));
    write(0, value);
}

void Lowering::divide() {
    const Type of = type();
    if (of.is_real()) return real_arithmetic(2);
    const unsigned bits = of.bits;
    Value *a = read(1, bits), *b = read(2, bits);
    const bool is_division = word(0) == "div";
    Value* value = of.is_signed() ? (is_division ? build_.CreateSDiv(a, b) : build_.CreateSRem(a, b))
                                  : (is_division ? build_.CreateUDiv(a, b) : build_.CreateURem(a, b));
    write(0, value, of.is_signed());
}

void Lowering::minimum() {
    const Type of = type();
    if (of.is_real()) return real_arithmetic(2);
    if (of.is_pair) refuse();
    const bool less = word(0) == "min";
    const auto id = of.is_signed() ? (less ? llvm::Intrinsic::smin : llvm::Intrinsic::smax)
                                   : (less ? llvm::Intrinsic::umin : llvm::Intrinsic::umax);
    write(0, intrinsic(id, {read(1, of.bits), read(2, of.bits)}), of.is_signed());
}

// not, cnot, neg, abs
void Lowering::not_() {
    const Type of = type();
    if (of.is_real()) return real_arithmetic(1);
    if (of.kind == 'p') return write(0, build_.CreateNot(truth(at(1))));
    Value* a = read(1, of.bits);
    Value* zero = number(0, of.bits);
    if (word(0) == "not") return write(0, build_.CreateNot(a));
    if (word(0) == "cnot") return write(0, resized(build_.CreateICmpEQ(a, zero), of.bits));
    if (word(0) == "neg") return write(0, build_.CreateSub(zero, a), true);
    write(0, intrinsic(llvm::Intrinsic::abs, {a, number(0, 1)}), true);
}

void Lowering::bitwise() {
    const Type of = type();
    Value* a = of.kind == 'p' ? truth(at(1)) : read(1, of.bits);
    Value* b = of.kind == 'p' ? truth(at(2)) : read(2, of.bits);
    write(0, word(0) == "and" ? build_.CreateAnd(a, b) : word(0) == "or" ? build_.CreateOr(a, b) : build_.CreateXor(a, b));
}

void Lowering::shift() {
    const Type of = type();
    Value *a = read(1, of.bits), *amount = read(2, 32);
    // of 16 bits: in 32, where an amount of 16 to 31 gives what it should
    const unsigned bits = std::max(of.bits, 32u);
    a = resized(a, bits, of.is_signed());
    amount = resized(amount, bits);
    Value* value = word(0) == "shl" ? build_.CreateShl(a, amount)
                   : of.is_signed() ? build_.CreateAShr(a, amount)
                                    : build_.CreateLShr(a, amount);
    write(0, resized(value, of.bits), of.is_signed());
}

// shf.{l,r}.{wrap,clamp}.b32 d, low, high, amount
void Lowering::funnel() {
    if (type().bits != 32 || (!has("l") && !has("r"))) refuse();
    Value *low = read(1, 32), *high = read(2, 32), *amount = read(3, 32);
    if (has("wrap")) return write(0, intrinsic(has("l") ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {high, low, amount}));
    Value* both = build_.CreateOr(build_.CreateShl(resized(high, 64), number(32, 64)), resized(low, 64));
    Value* clamp = resized(intrinsic(llvm::Intrinsic::umin, {amount, number(32, 32)}), 64);
    Value* moved = has("l") ? build_.CreateLShr(build_.CreateShl(both, clamp), number(32, 64)) : build_.CreateLShr(both, clamp);
    write(0, resized(moved, 32));
}

void Lowering::extract_field() {
    const Type of = type();
    const unsigned bits = of.bits;
    const auto byte = [&](std::size_t k) { return resized(build_.CreateAnd(read(k, 32), number(255, 32)), bits); };
    Value *a = read(1, bits), *first = byte(2), *length = byte(3);
    if (!of.is_signed()) {
        Value* mask = build_.CreateSub(build_.CreateShl(number(1, bits), length), number(1, bits));
        return write(0, build_.CreateAnd(build_.CreateLShr(a, first), mask));
    }
    Value* above = build_.CreateSub(number(bits, bits), intrinsic(llvm::Intrinsic::umin, {length, number(bits, bits)}));
    write(0, build_.CreateAShr(build_.CreateShl(build_.CreateAShr(a, first), above), above), true);
}

void Lowering::insert_field() {
    const unsigned bits = type().bits;
    const auto byte = [&](std::size_t k) { return resized(build_.CreateAnd(read(k, 32), number(255, 32)), bits); };
    Value *field = read(1, bits), *into = read(2, bits), *first = byte(3), *length = byte(4);
    Value* ones = build_.CreateSub(build_.CreateShl(number(1, bits), length), number(1, bits));
    Value* mask = build_.CreateShl(ones, first);
    write(0,
          build_.CreateOr(build_.CreateAnd(into, build_.CreateNot(mask)), build_.CreateAnd(build_.CreateShl(field, first), mask)));
}

// bfind, brev, clz, popc
void Lowering::find_bit() {
    const Type of = type();
    const unsigned bits = of.bits;
    Value* a = read(1, bits);
    if (word(0) == "brev") return write(0, intrinsic(llvm::Intrinsic::bitreverse, {a}));
    if (word(0) == "popc") return write(0, resized(intrinsic(llvm::Intrinsic::ctpop, {a}), 32));
    if (word(0) == "bfind" && of.is_signed())  // the first bit that differs from the sign
        a = build_.CreateXor(a, build_.CreateAShr(a, number(bits - 1, bits)));
    Value* zeros = resized(intrinsic(llvm::Intrinsic::ctlz, {a, number(0, 1)}), 32);
    if (word(0) == "clz") return write(0, zeros);
    if (has("shiftamt"))
        return write(0, build_.CreateSelect(build_.CreateICmpEQ(a, number(0, bits)), number(~std::uint64_t{0}, 32), zeros));
    write(0, build_.CreateSub(number(bits - 1, 32), zeros));
}

void Lowering::permute() {
    Value *a = read(1, 32), *b = read(2, 32), *selector = read(3, 32);
    struct Mode {
        std::string_view name;
        std::array<std::uint32_t, 4> selectors;  // by the two low bits of the operand
    };
    constexpr auto modes = std::to_array<Mode>({{"f4e", {0x3210, 0x4321, 0x5432, 0x6543}},
                                                {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
                                                {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}},
                                                {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
                                                {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}},
                                                {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}}});
    for (const Mode& mode : modes) {
        if (!has(mode.name)) continue;
        Value* which = build_.CreateAnd(selector, number(3, 32));
        selector = number(mode.selectors[0], 32);
        for (std::uint32_t k = 1; k < 4; ++k)
            selector = build_.CreateSelect(build_.CreateICmpEQ(which, number(k, 32)), number(mode.selectors[k], 32), selector);
    }
    write(0, call("byte_permute", integer(32), {a, b, selector}));
}

// Any function of three bits, by its table: f(0xf0, 0xcc, 0xaa).
void Lowering::lookup() {
    const auto table = constant_at(4);
    if (!table || type().bits != 32) refuse("its table must be a constant");
    Value *a = read(1, 32), *b = read(2, 32), *c = read(3, 32);
    const auto write_if = [&](std::uint64_t wanted, auto&& make) {
        if (*table != wanted) return false;
        write(0, make());
        return true;
    };
    if (write_if(0x96, [&] { return build_.CreateXor(build_.CreateXor(a, b), c); }) ||
        write_if(0x80, [&] { return build_.CreateAnd(build_.CreateAnd(a, b), c); }) ||
        write_if(0xfe, [&] { return build_.CreateOr(build_.CreateOr(a, b), c); }))
        return;
    Value* out = number(0, 32);
    for (unsigned row = 0; row < 4; ++row) {  // by a and b; what c makes of them are two bits of the table
        const unsigned of_c = *table >> (2 * row) & 3;
        if (of_c == 0) continue;
        Value* term = build_.CreateAnd(row & 2 ? a : build_.CreateNot(a), row & 1 ? b : build_.CreateNot(b));
        if (of_c != 3) term = build_.CreateAnd(term, of_c == 2 ? c : build_.CreateNot(c));
        out = build_.CreateOr(out, term);
    }
    write(0, out);
}

void Lowering::absolute_difference() {
    const Type of = type();
    Value *a = read(1, of.bits), *b = read(2, of.bits);
    const auto of_two = [&](llvm::Intrinsic::ID id) { return intrinsic(id, {a, b}); };
    Value* high = of_two(of.is_signed() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax);
    Value* low = of_two(of.is_signed() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin);
    write(0, build_.CreateAdd(build_.CreateSub(high, low), read(3, of.bits)), of.is_signed());
}

// dp4a: four bytes by four; dp2a: two halves by the low or the high two bytes
void Lowering::dot_product() {
    const std::vector<Type> of = types();
    if (of.size() != 2) refuse();
    const bool by_bytes = word(0) == "dp4a";
    const auto part = [&](Value* word, unsigned at, unsigned bits, bool is_signed) {
        Value* up = build_.CreateShl(word, number(32 - bits - at, 32));
        return is_signed ? build_.CreateAShr(up, number(32 - bits, 32)) : build_.CreateLShr(up, number(32 - bits, 32));
    };
    Value *a = read(1, 32), *b = read(2, 32), *sum = read(3, 32);
    for (unsigned k = 0; k < (by_bytes ? 4u : 2u); ++k) {
        const unsigned in_b = by_bytes ? 8 * k : 8 * k + (has("hi") ? 16 : 0);
        Value* x = by_bytes ? part(a, 8 * k, 8, of[0].is_signed()) : part(a, 16 * k, 16, of[0].is_signed());
        sum = build_.CreateAdd(sum, build_.CreateMul(x, part(b, in_b, 8, of[1].is_signed())));
    }
    write(0, sum);
}

}  // namespace warpwise::simt::ptx
