// Moves, special registers, conversions between types and between address spaces.
#include <array>

#include "fmt/format.h"
#include "simt/code/bytecode.h"
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {
namespace {

struct Named {
    std::string_view name, operation;
};
constexpr auto kSpecials = std::to_array<Named>({{"%laneid", "lane_id"},
                                                 {"%warpid", "warp_id"},
                                                 {"%nwarpid", "warps_per_block"},
                                                 {"%smid", "multiprocessor_id"},
                                                 {"%tid.x", "thread_x"},
                                                 {"%tid.y", "thread_y"},
                                                 {"%tid.z", "thread_z"},
                                                 {"%ctaid.x", "block_x"},
                                                 {"%ctaid.y", "block_y"},
                                                 {"%ctaid.z", "block_z"},
                                                 {"%ntid.x", "block_dim_x"},
                                                 {"%ntid.y", "block_dim_y"},
                                                 {"%ntid.z", "block_dim_z"},
                                                 {"%nctaid.x", "grid_dim_x"},
                                                 {"%nctaid.y", "grid_dim_y"},
                                                 {"%nctaid.z", "grid_dim_z"},
                                                 {"%dynamic_smem_size", "dynamic_shared_bytes"},
                                                 {"%total_smem_size", "total_shared_bytes"}});

constexpr std::string_view rounding_name(std::string_view word) {
    return word == "rz" ? "zero" : word == "rm" ? "down" : word == "rp" ? "up" : "nearest";
}

}  // namespace

Lowering::Value* Lowering::special(std::string_view name, unsigned bits) {
    for (const Named& each : kSpecials)
        if (each.name == name) return resized(call(fmt::format("special.{}", each.operation), integer(32), {}), bits);
    if (name == "%gridid") return number(0, bits);
    if (name.starts_with("%clock") || name.starts_with("%globaltimer")) {
        Value* now = call(name.starts_with("%clock") ? "clock.0" : "clock.1", integer(64), {});
        return resized(name.ends_with("_hi") ? build_.CreateLShr(now, number(32, 64)) : now, bits);
    }
    if (name.starts_with("%lanemask_")) {
        Value* bit = build_.CreateShl(number(1, 32), call("special.lane_id", integer(32), {}));
        Value* below = build_.CreateSub(bit, number(1, 32));
        const std::string_view which = name.substr(10);
        if (which == "eq") return resized(bit, bits);
        if (which == "lt") return resized(below, bits);
        if (which == "ge") return resized(build_.CreateNot(below), bits);
        Value* up_to = build_.CreateOr(below, bit);
        if (which == "le") return resized(up_to, bits);
        if (which == "gt") return resized(build_.CreateNot(up_to), bits);
    }
    refuse(fmt::format("the special register '{}'", name));
}

void Lowering::move() {
    const Type of = type();
    if (of.kind == 'p') return write(0, truth(at(1)));
    if (at(1).kind == Operand::Kind::address) refuse();
    write(0, read(1, of.bits));
}

// ---- cvt ----

void Lowering::convert() {
    const std::vector<Type> of = types();
    if (of.size() != 2) refuse();
    const Type to = of[0], from = of[1];
    for (const Type& each : of)
        if (each.is_real() && each.bits == 8) refuse();
    if (has("pack")) refuse();
    if (to.is_pair || from.is_pair) return convert_pair(to, from);
    Value* bits = read(1, from.bits);
    if (!from.is_real() && !to.is_real()) {
        Value* value = has("sat") ? clamped(bits, from, to) : resized(bits, to.bits, from.is_signed());
        return write(0, value, to.is_signed());
    }
    if (!from.is_real()) {
        Value* real = to_real(bits, from, to);
        return write(0, bits_of(has("sat") ? saturated(real) : real, to));
    }
    Value* real = real_of(bits, from);
    if (!to.is_real()) return write(0, to_integer(real, to), to.is_signed());
    Value* out = real_to_real(real, from, to);
    if (has("sat")) out = saturated(out);
    if (has("relu")) out = intrinsic(llvm::Intrinsic::maxnum, {out, llvm::ConstantFP::get(out->getType(), 0)});
    if (to.kind == 't') {  // 10 bits of fraction; halves away from zero
        Value* up = has("rna") ? build_.CreateAdd(build_.CreateBitCast(out, integer(32)), number(0x1000, 32))
                               : build_.CreateBitCast(out, integer(32));
        if (!has("rna") && !has("rz")) {
            Value* odd = build_.CreateAnd(build_.CreateLShr(up, number(13, 32)), number(1, 32));
            up = build_.CreateAdd(up, build_.CreateAdd(odd, number(0xfff, 32)));
        }
        Value* rounded = build_.CreateAnd(up, number(0xffffe000u, 32));
        Value* is_nan = build_.CreateFCmpUNO(out, out);
        return write(0, build_.CreateSelect(is_nan, number(0x7fffffff, 32), rounded));
    }
    write(0, bits_of(out, to));
}

// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
void Lowering::convert_pair(const Type& to, const Type& from) {
    if (!to.is_pair || !to.is_real() || from.kind != 'f' || from.bits != 32 || count() != 3) refuse();
    const Type half{to.kind, to.bits / 2};
    const auto part = [&](std::size_t k) {
        Value* real = real_to_real(real_of(read(k, 32), from), from, half);
        if (has("relu")) real = intrinsic(llvm::Intrinsic::maxnum, {real, llvm::ConstantFP::get(real->getType(), 0)});
        return resized(bits_of(real, half), 32);
    };
    Value* high = build_.CreateShl(part(1), number(16, 32));
    write(0, build_.CreateOr(high, part(2)));
}

Lowering::Value* Lowering::clamped(Value* value, const Type& from, const Type& to) {
    const unsigned bits = std::max(from.bits, to.bits);
    value = resized(value, bits, from.is_signed());
    const std::uint64_t top = ~std::uint64_t{0} >> (64 - to.bits + (to.is_signed() ? 1 : 0));
    if (from.is_signed()) {
        const std::uint64_t lowest = to.is_signed() ? ~top : 0;
        value = intrinsic(llvm::Intrinsic::smax, {value, number(lowest, bits)});
        if (to.bits < bits || to.is_signed()) value = intrinsic(llvm::Intrinsic::smin, {value, number(top, bits)});
    } else {
        value = intrinsic(llvm::Intrinsic::umin, {value, number(top, bits)});
    }
    return resized(value, to.bits);
}

// A conversion to an integer always saturates; NaN gives 0.
Lowering::Value* Lowering::to_integer(Value* real, const Type& to) {
    if (has("rni")) real = intrinsic(llvm::Intrinsic::rint, {real});
    if (has("rmi")) real = intrinsic(llvm::Intrinsic::floor, {real});
    if (has("rpi")) real = intrinsic(llvm::Intrinsic::ceil, {real});
    const unsigned bits = std::max(to.bits, 32u);
    llvm::Type* result = integer(bits);
    const auto id = to.is_signed() || to.bits < 32 ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
    Value* whole = build_.CreateCall(llvm::Intrinsic::getDeclaration(&module_, id, {result, real->getType()}), {real});
    return to.bits < 32 ? clamped(whole, {'s', 32}, to) : whole;
}

Lowering::Value* Lowering::to_real(Value* value, const Type& from, const Type& to) {
    if (from.bits < 32) value = resized(value, 32, from.is_signed());
    const bool wide = from.bits == 64, is_double = to.bits == 64;
    const std::string_view how = rounding();
    const bool by_float = to.kind == 'h' || to.bits == 32;
    llvm::Type* result = is_double || !by_float ? llvm::Type::getDoubleTy(module_.getContext()) : real_type(to);
    Value* real = call(fmt::format("{}{}_to_{}.{}", from.is_signed() ? 'i' : 'u', wide ? 64 : 32, result->isDoubleTy() ? 'd' : 'f',
                                   by_float || is_double ? rounding_name(how) : "nearest"),
                       result, {value});
    if (by_float || is_double) return real;
    return call(fmt::format("d_to_h.{}", rounding_name(how)), real_type(to), {real});
}

Lowering::Value* Lowering::real_to_real(Value* real, const Type& from, const Type& to) {
    if (has("rni")) real = intrinsic(llvm::Intrinsic::rint, {real});
    if (has("rzi")) real = intrinsic(llvm::Intrinsic::trunc, {real});
    if (has("rmi")) real = intrinsic(llvm::Intrinsic::floor, {real});
    if (has("rpi")) real = intrinsic(llvm::Intrinsic::ceil, {real});
    llvm::Type* result = real_type(to);
    if (real->getType() == result) return real;
    if (from.bits < to.bits || (from.bits == 16 && result->isFloatTy())) return build_.CreateFPExt(real, result);
    const std::string_view how = rounding_name(rounding());
    if (result->isFloatTy()) return call(fmt::format("d_to_f.{}", how), result, {real});
    return call(fmt::format("{}_to_h.{}", real->getType()->isDoubleTy() ? 'd' : 'f', how), result, {real});
}

// ---- address spaces: the upper bits of an address tell its space; in PTX's own spaces they are left out ----

void Lowering::convert_address() {
    const unsigned bits = type().bits;
    if (has("to")) {
        Value* generic = read(1, 64);
        const bool is_global = has("global");
        return write(0, resized(is_global ? generic : build_.CreateAnd(generic, number(kSharedBase - 1, 64)), bits));
    }
    Value* plain = resized(read(1, bits), 64);
    const std::uint64_t base = has("const")                          ? kConstantBase
                               : has("local")                        ? kLocalBase
                               : has("shared") || has("shared::cta") ? kSharedBase
                                                                     : 0;
    if (base == 0 && !has("global")) refuse();
    write(0, resized(base ? build_.CreateOr(plain, number(base, 64)) : plain, bits));
}

void Lowering::test_space() {
    Value* which = build_.CreateLShr(read(1, 64), number(48, 64));
    const std::uint64_t wanted = has("shared") || has("shared::cta") ? 1 : has("local") ? 2 : has("const") ? 3 : 0;
    if (wanted == 0 && !has("global")) refuse();
    write(0, build_.CreateICmpEQ(which, number(wanted, 64)));
}

}  // namespace warpwise::simt::ptx
