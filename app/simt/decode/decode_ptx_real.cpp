// Real arithmetic, comparisons and choices. ".approx" is computed with full precision, and ".ftz" keeps subnormal numbers.
#include <array>

#include "fmt/format.h"
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {
namespace {

struct Comparison {
    std::string_view name;
    llvm::CmpInst::Predicate with_sign, without, real;
};
constexpr auto kNone = llvm::CmpInst::BAD_ICMP_PREDICATE;
using P = llvm::CmpInst;
constexpr auto kComparisons = std::to_array<Comparison>({{"eq", P::ICMP_EQ, P::ICMP_EQ, P::FCMP_OEQ},
                                                         {"ne", P::ICMP_NE, P::ICMP_NE, P::FCMP_ONE},
                                                         {"lt", P::ICMP_SLT, P::ICMP_ULT, P::FCMP_OLT},
                                                         {"le", P::ICMP_SLE, P::ICMP_ULE, P::FCMP_OLE},
                                                         {"gt", P::ICMP_SGT, P::ICMP_UGT, P::FCMP_OGT},
                                                         {"ge", P::ICMP_SGE, P::ICMP_UGE, P::FCMP_OGE},
                                                         {"lo", kNone, P::ICMP_ULT, kNone},
                                                         {"ls", kNone, P::ICMP_ULE, kNone},
                                                         {"hi", kNone, P::ICMP_UGT, kNone},
                                                         {"hs", kNone, P::ICMP_UGE, kNone},
                                                         {"equ", kNone, kNone, P::FCMP_UEQ},
                                                         {"neu", kNone, kNone, P::FCMP_UNE},
                                                         {"ltu", kNone, kNone, P::FCMP_ULT},
                                                         {"leu", kNone, kNone, P::FCMP_ULE},
                                                         {"gtu", kNone, kNone, P::FCMP_UGT},
                                                         {"geu", kNone, kNone, P::FCMP_UGE},
                                                         {"num", kNone, kNone, P::FCMP_ORD},
                                                         {"nan", kNone, kNone, P::FCMP_UNO}});

}  // namespace

// In which type one part is computed: bfloat16 and tf32 as float.
llvm::Type* Lowering::real_type(const Type& type) const {
    llvm::LLVMContext& context = module_.getContext();
    if (type.kind != 'f') return llvm::Type::getFloatTy(context);
    const unsigned bits = type.is_pair ? type.bits / 2 : type.bits;
    return bits == 64   ? llvm::Type::getDoubleTy(context)
           : bits == 32 ? llvm::Type::getFloatTy(context)
                        : llvm::Type::getHalfTy(context);
}

Lowering::Value* Lowering::real_of(Value* bits, const Type& type) {
    if (type.kind == 'h') bits = build_.CreateShl(resized(bits, 32), number(16, 32));
    return build_.CreateBitCast(bits, real_type(type));
}

Lowering::Value* Lowering::bits_of(Value* real, const Type& type) {
    if (type.kind == 'h') return bfloat_bits(real, rounding());
    return build_.CreateBitCast(real, integer(type.bits));
}

// The upper half of a float, rounded.
Lowering::Value* Lowering::bfloat_bits(Value* real, std::string_view how) {
    Value* bits = build_.CreateBitCast(real, integer(32));
    Value* rounded = bits;
    if (how != "rz") {
        Value* odd = build_.CreateAnd(build_.CreateLShr(bits, number(16, 32)), number(1, 32));
        rounded = build_.CreateAdd(bits, build_.CreateAdd(odd, number(0x7fff, 32)));
    }
    rounded = build_.CreateLShr(rounded, number(16, 32));
    Value* is_nan = build_.CreateFCmpUNO(real, real);
    return resized(build_.CreateSelect(is_nan, number(0x7fff, 32), rounded), 16);
}

std::string_view Lowering::rounding() const {
    for (const std::string_view each : {"rz", "rm", "rp"})
        if (has(each)) return each;
    return "rn";
}

Lowering::Value* Lowering::saturated(Value* real) {
    llvm::Type* type = real->getType();
    if (type->isDoubleTy()) return call("saturate_d", type, {real});
    if (type->isFloatTy()) return call("saturate_f", type, {real});
    Value* wide = build_.CreateFPExt(real, llvm::Type::getFloatTy(module_.getContext()));
    return build_.CreateFPTrunc(call("saturate_f", wide->getType(), {wide}), type);
}

// add, sub, mul, div, fma, min, max, neg, abs of `factors` operands
void Lowering::real_arithmetic(std::size_t factors) {
    const Type of = type();
    const std::string_view name = word(0) == "mad" ? "fma" : word(0);
    const std::string_view how = rounding();
    if (how != "rn" && (of.kind != 'f' || of.is_pair || of.bits < 32)) refuse();
    if (of.kind == 'h' && (name == "neg" || name == "abs")) {
        const std::uint64_t sign = of.is_pair ? 0x80008000u : 0x8000u;
        Value* a = read(1, of.bits);
        return write(0, name == "neg" ? build_.CreateXor(a, number(sign, of.bits)) : build_.CreateAnd(a, number(~sign, of.bits)));
    }
    const auto compute = [&](const std::vector<Value*>& x) -> Value* {
        llvm::Type* type = x[0]->getType();
        Value* out = nullptr;
        if (how != "rn" && (name == "add" || name == "sub" || name == "mul" || name == "div" || name == "fma")) {
            out = helper(fmt::format("__simt_ptx_{}_{}_{}", name, how, of.bits == 64 ? "d" : "f"), type, x);
        } else if (name == "add") {
            out = build_.CreateFAdd(x[0], x[1]);
        } else if (name == "sub") {
            out = build_.CreateFSub(x[0], x[1]);
        } else if (name == "mul") {
            out = build_.CreateFMul(x[0], x[1]);
        } else if (name == "div") {
            out = build_.CreateFDiv(x[0], x[1]);
        } else if (name == "fma") {
            out = intrinsic(llvm::Intrinsic::fma, x);
        } else if (name == "neg") {
            out = build_.CreateFNeg(x[0]);
        } else if (name == "abs") {
            out = intrinsic(llvm::Intrinsic::fabs, x);
        } else if (name == "min" || name == "max") {
            if (has("xorsign")) refuse();
            out = intrinsic(name == "min" ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum, x);
            if (has("NaN")) out = build_.CreateSelect(build_.CreateFCmpUNO(x[0], x[1]), llvm::ConstantFP::getNaN(type), out);
        } else {
            refuse();
        }
        if (has("sat")) out = saturated(out);
        if (has("relu")) out = intrinsic(llvm::Intrinsic::maxnum, {out, llvm::ConstantFP::get(type, 0)});
        return out;
    };
    switch (factors) {
        case 1: return write(0, each_part(of, {read(1, of.bits)}, compute));
        case 2: return write(0, each_part(of, {read(1, of.bits), read(2, of.bits)}, compute));
        default: return write(0, each_part(of, {read(1, of.bits), read(2, of.bits), read(3, of.bits)}, compute));
    }
}

// rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh
void Lowering::real_function() {
    const Type of = type();
    if (!of.is_real()) refuse();
    const std::string_view name = word(0), how = rounding();
    write(0, each_part(of, {read(1, of.bits)}, [&](const std::vector<Value*>& x) -> Value* {
              llvm::Type* type = x[0]->getType();
              if (how != "rn" && (name == "rcp" || name == "sqrt"))
                  return helper(fmt::format("__simt_ptx_{}_{}_{}", name, how, of.bits == 64 ? "d" : "f"), type, {x[0]});
              if (name == "rcp") return build_.CreateFDiv(llvm::ConstantFP::get(type, 1), x[0]);
              if (name == "sqrt") return intrinsic(llvm::Intrinsic::sqrt, {x[0]});
              if (name == "ex2") return intrinsic(llvm::Intrinsic::exp2, {x[0]});
              if (name == "lg2") return intrinsic(llvm::Intrinsic::log2, {x[0]});
              if (name == "sin") return intrinsic(llvm::Intrinsic::sin, {x[0]});
              if (name == "cos") return intrinsic(llvm::Intrinsic::cos, {x[0]});
              // rsqrt and tanh
              const auto label = [&](char form) {
                  return name == "rsqrt" ? fmt::format("rsqrt_{}", form) : fmt::format("math1_{}.{}", form, name);
              };
              if (type->isDoubleTy()) return call(label('d'), type, {x[0]});
              llvm::Type* single = llvm::Type::getFloatTy(module_.getContext());
              Value* wide = type->isFloatTy() ? x[0] : build_.CreateFPExt(x[0], single);
              Value* out = call(label('f'), single, {wide});
              return type->isFloatTy() ? out : build_.CreateFPTrunc(out, type);
          }));
}

// ---- comparisons ----

Lowering::Value* Lowering::comparison(std::string_view how, const Type& of) {
    if (of.is_pair) refuse();
    for (const Comparison& each : kComparisons) {
        if (each.name != how) continue;
        const auto predicate = of.is_real() ? each.real : of.is_signed() ? each.with_sign : each.without;
        if (predicate == kNone) refuse();
        Value *a = read(1, of.bits), *b = read(2, of.bits);
        if (!of.is_real()) return build_.CreateICmp(predicate, a, b);
        return build_.CreateFCmp(predicate, real_of(a, of), real_of(b, of));
    }
    refuse();
}

// setp.lt.and.s32 p, a, b, c
Lowering::Value* Lowering::combined(Value* value, std::size_t third) {
    if (has("and")) return build_.CreateAnd(value, truth(at(third)));
    if (has("or")) return build_.CreateOr(value, truth(at(third)));
    if (has("xor")) return build_.CreateXor(value, truth(at(third)));
    return value;
}

void Lowering::set_predicate() {
    const Operand& target = at(0);
    Value* value = comparison(word(1), type());
    if (target.kind != Operand::Kind::pair) return write(0, combined(value, 3));
    Value* opposite = combined(build_.CreateNot(value), 3);  // before p is written: it may be c
    write(target.parts[0], combined(value, 3));
    write(target.parts[1], opposite);
}

void Lowering::set_value() {
    const std::vector<Type> of = types();
    if (of.size() != 2) refuse();
    Value* value = combined(comparison(word(1), of[1]), 3);
    if (!of[0].is_real()) return write(0, resized(value, of[0].bits, true));
    if (of[0].bits != 32) refuse();
    write(0, build_.CreateSelect(value, number(0x3f800000, 32), number(0, 32)));
}

void Lowering::select() {
    const unsigned bits = type().bits;
    Value *yes = read(1, bits), *no = read(2, bits);
    write(0, build_.CreateSelect(truth(at(3)), yes, no));
}

void Lowering::select_by_sign() {
    const std::vector<Type> of = types();
    if (of.size() != 2) refuse();
    Value* by = read(3, of[1].bits);
    Value* is_positive = of[1].is_real() ? build_.CreateFCmpOGE(real_of(by, of[1]), llvm::ConstantFP::get(real_type(of[1]), 0))
                                         : build_.CreateICmpSGE(by, number(0, of[1].bits));
    write(0, build_.CreateSelect(is_positive, read(1, of[0].bits), read(2, of[0].bits)));
}

void Lowering::test_class() {
    const Type of = type();
    if (of.kind != 'f' || of.bits < 32) refuse();
    Value* real = real_of(read(1, of.bits), of);
    Value* size = intrinsic(llvm::Intrinsic::fabs, {real});
    Value* infinity = llvm::ConstantFP::getInfinity(real->getType());
    Value* smallest = llvm::ConstantFP::get(real->getType(), of.bits == 64 ? 2.2250738585072014e-308 : 1.17549435e-38);
    if (has("finite")) return write(0, build_.CreateFCmpOLT(size, infinity));
    if (has("infinite")) return write(0, build_.CreateFCmpOEQ(size, infinity));
    if (has("number")) return write(0, build_.CreateFCmpORD(real, real));
    if (has("notanumber")) return write(0, build_.CreateFCmpUNO(real, real));
    Value* is_small = build_.CreateFCmpOLT(size, smallest);
    Value* is_zero = build_.CreateFCmpOEQ(size, llvm::ConstantFP::get(real->getType(), 0));
    if (has("subnormal")) return write(0, build_.CreateAnd(is_small, build_.CreateNot(is_zero)));
    if (has("normal"))
        return write(0, build_.CreateAnd(build_.CreateFCmpOLT(size, infinity), build_.CreateFCmpOGE(size, smallest)));
    refuse();
}

// d has the sign of a and the size of b.
void Lowering::copy_sign() {
    const unsigned bits = type().bits;
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    write(0, build_.CreateOr(build_.CreateAnd(read(1, bits), number(sign, bits)),
                             build_.CreateAnd(read(2, bits), number(~sign, bits))));
}

}  // namespace warpwise::simt::ptx
