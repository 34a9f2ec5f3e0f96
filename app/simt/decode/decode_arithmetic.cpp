// Arithmetic, comparisons, conversions, and values of several parts. A vector is worked on part by part.
#include <algorithm>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

// Narrow integers are kept zero-extended: these operations may set bits above their width.
bool may_overflow(unsigned opcode) {
    return opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub || opcode == llvm::Instruction::Mul ||
           opcode == llvm::Instruction::Shl || opcode == llvm::Instruction::AShr || opcode == llvm::Instruction::SDiv ||
           opcode == llvm::Instruction::SRem;
}

Op integer_op(unsigned opcode) {
    switch (opcode) {
        case llvm::Instruction::Add: return Op::add_32;
        case llvm::Instruction::Sub: return Op::sub_32;
        case llvm::Instruction::Mul: return Op::mul_32;
        case llvm::Instruction::And: return Op::and_32;
        case llvm::Instruction::Or: return Op::or_32;
        case llvm::Instruction::Xor: return Op::xor_32;
        case llvm::Instruction::Shl: return Op::shl_32;
        case llvm::Instruction::LShr: return Op::lshr_32;
        case llvm::Instruction::AShr: return Op::ashr_32;
        case llvm::Instruction::UDiv: return Op::udiv_32;
        case llvm::Instruction::SDiv: return Op::sdiv_32;
        case llvm::Instruction::URem: return Op::urem_32;
        case llvm::Instruction::SRem: return Op::srem_32;
        default: return Op::invalid;
    }
}

Op real_op(unsigned opcode) {
    switch (opcode) {
        case llvm::Instruction::FAdd: return Op::fadd_f;
        case llvm::Instruction::FSub: return Op::fsub_f;
        case llvm::Instruction::FMul: return Op::fmul_f;
        case llvm::Instruction::FDiv: return Op::fdiv_f;
        case llvm::Instruction::FRem: return Op::frem_f;
        default: return Op::invalid;
    }
}

// In the order of llvm::CmpInst's predicates.
Op compare_op(llvm::CmpInst::Predicate predicate) {
    switch (predicate) {
// Lists of cases: clang-format takes them for nested calls.
// clang-format off
#define WARPWISE_CASE(upper, lower) \
    case llvm::CmpInst::ICMP_##upper: return Op::icmp_##lower##_32;
        WARPWISE_CASE(EQ, eq) WARPWISE_CASE(NE, ne) WARPWISE_CASE(UGT, ugt) WARPWISE_CASE(UGE, uge) WARPWISE_CASE(ULT, ult)
        WARPWISE_CASE(ULE, ule) WARPWISE_CASE(SGT, sgt) WARPWISE_CASE(SGE, sge) WARPWISE_CASE(SLT, slt) WARPWISE_CASE(SLE, sle)
#undef WARPWISE_CASE
#define WARPWISE_CASE(upper, lower) \
    case llvm::CmpInst::FCMP_##upper: return Op::fcmp_##lower##_f;
        WARPWISE_CASE(OEQ, oeq) WARPWISE_CASE(OGT, ogt) WARPWISE_CASE(OGE, oge) WARPWISE_CASE(OLT, olt) WARPWISE_CASE(OLE, ole)
        WARPWISE_CASE(ONE, one) WARPWISE_CASE(ORD, ord) WARPWISE_CASE(UNO, uno) WARPWISE_CASE(UEQ, ueq) WARPWISE_CASE(UGT, ugt)
        WARPWISE_CASE(UGE, uge) WARPWISE_CASE(ULT, ult) WARPWISE_CASE(ULE, ule) WARPWISE_CASE(UNE, une)
#undef WARPWISE_CASE
        default: return Op::invalid;
    }
}
// clang-format on

}  // namespace

Operand FunctionDecoder::sign_extended(Operand value, unsigned bits) {
    if (bits == 32 || bits == 64) return value;
    const bool wide = bits > 32;
    const std::uint32_t out = new_register(wide ? 8 : 4);
    emit(wide ? Op::sign_extend_bits_64 : Op::sign_extend_bits, out, value, 0, 0, static_cast<std::int32_t>(bits),
         wide ? kWide : std::uint8_t{0});
    return out;
}

Operand FunctionDecoder::as_float(Operand half) {
    const std::uint32_t out = new_register(4);
    emit(Op::h_to_f, out, half);
    return out;
}

void FunctionDecoder::clear_upper_bits(std::uint32_t slot, unsigned bits, std::uint8_t flags) {
    if (bits == 32 || bits == 64) return;
    emit(bits > 32 ? Op::zero_extend_bits_64 : Op::zero_extend_bits, slot, slot, 0, 0, static_cast<std::int32_t>(bits), flags);
}

void FunctionDecoder::binary(llvm::BinaryOperator& i) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    for (unsigned k = 0; k < parts.size(); ++k) {
        Operand a = operand(i.getOperand(0), k), b = operand(i.getOperand(1), k);
        const std::uint8_t flags = flags_for(i, k);
        const std::uint32_t dst = destination(i, k);
        if (const Op op = real_op(i.getOpcode()); op != Op::invalid) {
            emit(op_after(op, real_form(parts[k].type)), dst, a, b, 0, 0, flags);
            continue;
        }
        const unsigned bits = parts[k].type->getIntegerBitWidth(), opcode = i.getOpcode();
        const bool is_signed =
            opcode == llvm::Instruction::AShr || opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
        if (is_signed) a = sign_extended(a, bits);
        if (is_signed && opcode != llvm::Instruction::AShr) b = sign_extended(b, bits);
        emit(op_after(integer_op(opcode), bits > 32 ? 1 : 0), dst, a, b, 0, 0, flags);
        if (may_overflow(opcode)) clear_upper_bits(dst, bits, flags);
    }
}

void FunctionDecoder::compare(llvm::CmpInst& i) {
    const Op op = compare_op(i.getPredicate());
    if (op == Op::invalid) unsupported("this comparison");
    const std::vector<Leaf> parts = module_.leaves(i.getOperand(0)->getType());
    for (unsigned k = 0; k < parts.size(); ++k) {
        llvm::Type* type = parts[k].type;
        Operand a = operand(i.getOperand(0), k), b = operand(i.getOperand(1), k);
        if (type->isHalfTy()) a = as_float(a), b = as_float(b);
        if (type->isIntegerTy() && llvm::CmpInst::isSigned(i.getPredicate())) {
            a = sign_extended(a, type->getIntegerBitWidth());
            b = sign_extended(b, type->getIntegerBitWidth());
        }
        emit(op_after(op, module_.lane_bytes(type) == 8 ? 1 : 0), destination(i, k), a, b, 0, 0, flags_for(i, k));
    }
}

// The same bits under another type.
void FunctionDecoder::copy_bits(llvm::Instruction& i, llvm::Value* from) {
    const std::vector<Leaf> to_parts = module_.leaves(i.getType()), from_parts = module_.leaves(from->getType());
    std::vector<Operand> sources;
    for (unsigned k = 0; k < from_parts.size(); ++k) sources.push_back(operand(from, k));
    const bool one_to_one = std::ranges::equal(to_parts, from_parts, [&](const Leaf& a, const Leaf& b) {
        return a.bytes == b.bytes && module_.lane_bytes(a.type) == module_.lane_bytes(b.type);
    });
    if (!one_to_one) unsupported("this reinterpretation of bits");
    if (!needs_own_register(i)) {
        values_[&i] = std::move(sources);
        return;
    }
    for (unsigned k = 0; k < to_parts.size(); ++k) move(destination(i, k), sources[k], (flags_for(i, k) & kWide) != 0, true);
}

void FunctionDecoder::cast(llvm::CastInst& i) {
    if (i.getType()->isPointerTy() && promoted_at(&i).first)
        return;  // the address of a variable in registers: its users look through
    const bool keeps_bits = llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst>(i) ||
                            (llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst>(i) &&
                             i.getSrcTy()->getScalarSizeInBits() == i.getDestTy()->getScalarSizeInBits()) ||
                            (llvm::isa<llvm::PtrToIntInst>(i) && i.getDestTy()->isIntegerTy(64)) ||
                            (llvm::isa<llvm::IntToPtrInst>(i) && i.getSrcTy()->isIntegerTy(64));
    if (keeps_bits) return copy_bits(i, i.getOperand(0));
    if (is_folded_extension(i)) return;  // part of the address computations that read it
    const std::vector<Leaf> from = module_.leaves(i.getSrcTy()), to = module_.leaves(i.getDestTy());
    const bool is_free = llvm::isa<llvm::ZExtInst>(i) && module_.lane_bytes(from[0].type) == module_.lane_bytes(to[0].type);
    if (is_free && to.size() == 1 && !needs_own_register(i)) {
        values_[&i] = {operand(i.getOperand(0))};
        return;
    }
    for (unsigned k = 0; k < to.size(); ++k) cast_element(i, k, from[k].type, to[k].type);
}

void FunctionDecoder::cast_element(llvm::CastInst& i, unsigned k, llvm::Type* from, llvm::Type* to) {
    const Operand a = operand(i.getOperand(0), k);
    const std::uint8_t flags = flags_for(i, k);
    const unsigned from_bits = from->isIntegerTy() ? from->getIntegerBitWidth() : 64,
                   to_bits = to->isIntegerTy() ? to->getIntegerBitWidth() : 64;
    const std::uint32_t dst = destination(i, k);
    switch (i.getOpcode()) {
        case llvm::Instruction::ZExt:
        case llvm::Instruction::IntToPtr:
            if (to_bits <= 32 || from_bits > 32) return move(dst, a, to_bits > 32, (flags & kMasked) != 0);
            emit(Op::zext_64, dst, a, 0, 0, 0, flags);
            return;
        case llvm::Instruction::SExt:
            if (to_bits <= 32) {
                emit(Op::sign_extend_bits, dst, a, 0, 0, static_cast<std::int32_t>(from_bits), flags);
            } else if (from_bits > 32) {
                emit(Op::sign_extend_bits_64, dst, a, 0, 0, static_cast<std::int32_t>(from_bits), flags);
            } else {
                emit(Op::sext_64, dst, sign_extended(a, from_bits), 0, 0, 0, flags);
            }
            clear_upper_bits(dst, to_bits, flags);
            return;
        case llvm::Instruction::Trunc:
        case llvm::Instruction::PtrToInt: {
            const Op op = from_bits <= 32 ? Op::zero_extend_bits : to_bits > 32 ? Op::zero_extend_bits_64 : Op::trunc_64;
            emit(op, dst, a, 0, 0, static_cast<std::int32_t>(to_bits), flags);
            return;
        }
        case llvm::Instruction::FPExt:
            if (from->isHalfTy() && to->isFloatTy())
                emit(Op::h_to_f, dst, a, 0, 0, 0, flags);
            else
                emit(Op::f_to_d, dst, from->isHalfTy() ? as_float(a) : a, 0, 0, 0, flags);
            return;
        case llvm::Instruction::FPTrunc:
            emit(to->isFloatTy() ? Op::d_to_f : from->isDoubleTy() ? Op::d_to_h : Op::f_to_h, dst, a, 0, 0, 0, flags);
            return;
        case llvm::Instruction::SIToFP:
        case llvm::Instruction::UIToFP: return integer_to_real(i, k, from, to);
        case llvm::Instruction::FPToSI:
        case llvm::Instruction::FPToUI: return real_to_integer(i, k, from, to, i.getOpcode() == llvm::Instruction::FPToSI);
        default: unsupported(fmt::format("the conversion '{}'", i.getOpcodeName()));
    }
}

void FunctionDecoder::integer_to_real(llvm::CastInst& i, unsigned k, llvm::Type* from, llvm::Type* to) {
    const bool is_signed = i.getOpcode() == llvm::Instruction::SIToFP;
    const unsigned bits = from->getIntegerBitWidth();
    Operand a = operand(i.getOperand(0), k);
    if (is_signed) a = sign_extended(a, bits);
    const int form = (is_signed ? 0 : 1) + (bits > 32 ? 2 : 0);  // i32 u32 i64 u64
    const std::uint32_t dst = destination(i, k);
    if (!to->isHalfTy()) {
        emit(op_after(to->isDoubleTy() ? Op::i32_to_d : Op::i32_to_f, form), dst, a, 0, 0, 0, flags_for(i, k));
        return;
    }
    const std::uint32_t exact = new_register(8);  // through double, so that it is rounded once
    emit(op_after(Op::i32_to_d, form), exact, a, 0, 0, 0, kWide);
    emit(Op::d_to_h, dst, exact, 0, 0, 0, flags_for(i, k));
}

void FunctionDecoder::real_to_integer(llvm::Instruction& i, unsigned k, llvm::Type* from, llvm::Type* to, bool is_signed) {
    const unsigned bits = to->getIntegerBitWidth();
    if (bits < 32) is_signed = true;  // a narrow unsigned type goes through int, as in C on every machine
    const Operand a = from->isHalfTy() ? as_float(operand(i.getOperand(0), k)) : operand(i.getOperand(0), k);
    const int form = (is_signed ? 0 : 1) + (bits > 32 ? 2 : 0);
    const std::uint32_t dst = destination(i, k);
    emit(op_after(from->isDoubleTy() ? Op::d_to_i32 : Op::f_to_i32, form), dst, a, 0, 0, 0, flags_for(i, k));
    clear_upper_bits(dst, bits, flags_for(i, k));
}

// A conversion whose operand may not fit: the front end says so for all of them, since a GPU saturates.
void FunctionDecoder::saturate(llvm::CallInst& i) {
    const std::vector<Leaf> from = module_.leaves(i.getArgOperand(0)->getType()), to = module_.leaves(i.getType());
    for (unsigned k = 0; k < to.size(); ++k)
        real_to_integer(i, k, from[k].type, to[k].type, i.getIntrinsicID() == llvm::Intrinsic::fptosi_sat);
}

void FunctionDecoder::negate(llvm::UnaryOperator& i) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    for (unsigned k = 0; k < parts.size(); ++k)
        emit(op_after(Op::fneg_f, real_form(parts[k].type)), destination(i, k), operand(i.getOperand(0), k), 0, 0, 0,
             flags_for(i, k));
}

void FunctionDecoder::select(llvm::SelectInst& i) {
    const auto parts = static_cast<unsigned>(module_.leaves(i.getType()).size());
    const bool one_condition = !i.getCondition()->getType()->isVectorTy();
    for (unsigned k = 0; k < parts; ++k) {
        const std::uint8_t flags = flags_for(i, k);
        emit((flags & kWide) != 0 ? Op::select_64 : Op::select_32, destination(i, k),
             operand(i.getCondition(), one_condition ? 0 : k), operand(i.getTrueValue(), k), operand(i.getFalseValue(), k), 0,
             flags);
    }
}

namespace {

// The first leaf of the element that `indices` name.
unsigned first_leaf(ModuleDecoder& module, llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    unsigned out = 0;
    for (const unsigned index : indices) {
        for (unsigned before = 0; before < index; ++before)
            out +=
                static_cast<unsigned>(module.leaves(llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{before})).size());
        type = llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{index});
    }
    return out;
}

}  // namespace

// v[i] of a vector: every element is compared with the index.
std::vector<Operand> FunctionDecoder::with_varying_index(llvm::Instruction& i) {
    const auto* put = llvm::dyn_cast<llvm::InsertElementInst>(&i);
    const llvm::Value *vector = i.getOperand(0), *index = i.getOperand(put ? 2 : 1);
    const std::vector<Leaf> parts = module_.leaves(vector->getType());
    const int index_bytes = module_.lane_bytes(index->getType());
    std::vector<Operand> out;
    for (unsigned k = 0; k < parts.size(); ++k) {
        const int bytes = module_.lane_bytes(parts[k].type);
        const Operand part = operand(vector, k);
        const std::uint32_t is_it = new_register(4), chosen = new_register(bytes);
        emit(index_bytes == 8 ? Op::icmp_eq_64 : Op::icmp_eq_32, is_it, operand(index), module_.constant(k, index_bytes));
        const Operand yes = put ? operand(put->getOperand(1)) : part, no = put || out.empty() ? part : out.back();
        emit(bytes == 8 ? Op::select_64 : Op::select_32, chosen, is_it, yes, no, 0, bytes == 8 ? kWide : std::uint8_t{0});
        out.push_back(chosen);
    }
    if (!put) out.erase(out.begin(), out.end() - 1);
    return out;
}

void FunctionDecoder::aggregate(llvm::Instruction& i) {
    const auto count = static_cast<unsigned>(module_.leaves(i.getType()).size());
    const auto is_fixed = [](const llvm::Value* index) { return llvm::isa<llvm::ConstantInt>(index); };
    const auto element = [](const llvm::Value* index) {
        return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
    };
    std::vector<Operand> out;
    if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
        const unsigned first = first_leaf(module_, extract->getAggregateOperand()->getType(), extract->getIndices());
        for (unsigned k = 0; k < count; ++k) out.push_back(operand(extract->getAggregateOperand(), first + k));
    } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&i)) {
        const unsigned first = first_leaf(module_, i.getType(), insert->getIndices());
        const auto inserted = static_cast<unsigned>(module_.leaves(insert->getInsertedValueOperand()->getType()).size());
        for (unsigned k = 0; k < count; ++k)
            out.push_back(k >= first && k < first + inserted ? operand(insert->getInsertedValueOperand(), k - first)
                                                             : operand(insert->getAggregateOperand(), k));
    } else if (auto* pick = llvm::dyn_cast<llvm::ExtractElementInst>(&i)) {
        if (!is_fixed(pick->getIndexOperand()))
            out = with_varying_index(i);
        else
            out.push_back(operand(pick->getVectorOperand(), element(pick->getIndexOperand())));
    } else if (auto* put = llvm::dyn_cast<llvm::InsertElementInst>(&i)) {
        if (!is_fixed(put->getOperand(2))) out = with_varying_index(i);
        const unsigned place = out.empty() ? element(put->getOperand(2)) : 0;
        for (unsigned k = static_cast<unsigned>(out.size()); k < count; ++k)
            out.push_back(k == place ? operand(put->getOperand(1)) : operand(put->getOperand(0), k));
    } else {
        auto& shuffle = llvm::cast<llvm::ShuffleVectorInst>(i);
        const auto width = static_cast<int>(module_.leaves(shuffle.getOperand(0)->getType()).size());
        for (const int source : shuffle.getShuffleMask())
            out.push_back(source < width ? operand(shuffle.getOperand(0), static_cast<unsigned>(std::max(source, 0)))
                                         : operand(shuffle.getOperand(1), static_cast<unsigned>(source - width)));
    }
    if (!needs_own_register(i)) {
        values_[&i] = std::move(out);
        return;
    }
    for (unsigned k = 0; k < count; ++k) move(destination(i, k), out[k], (flags_for(i, k) & kWide) != 0, true);
}

}  // namespace warpwise::simt
