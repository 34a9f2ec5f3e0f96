// Loads, stores, addresses, block copies and atomics.
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

Op load_op(std::uint32_t bytes) { return bytes == 1 ? Op::load_1 : bytes == 2 ? Op::load_2 : bytes == 4 ? Op::load_4 : Op::load_8; }
Op store_op(std::uint32_t bytes) {
    return bytes == 1 ? Op::store_1 : bytes == 2 ? Op::store_2 : bytes == 4 ? Op::store_4 : Op::store_8;
}

// The widest access that an alignment allows, as the hardware has them.
std::uint64_t access_bytes(std::uint64_t alignment, std::uint64_t size) {
    std::uint64_t width = std::min<std::uint64_t>(alignment, 16);
    while (width > 1 && size % width != 0) width /= 2;
    return width;
}

bool fits_imm(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

AtomicOp atomic_op(llvm::AtomicRMWInst::BinOp op) {
    switch (op) {
        case llvm::AtomicRMWInst::Xchg: return AtomicOp::exchange;
        case llvm::AtomicRMWInst::Add: return AtomicOp::add;
        case llvm::AtomicRMWInst::Sub: return AtomicOp::sub;
        case llvm::AtomicRMWInst::And: return AtomicOp::and_;
        case llvm::AtomicRMWInst::Or: return AtomicOp::or_;
        case llvm::AtomicRMWInst::Xor: return AtomicOp::xor_;
        case llvm::AtomicRMWInst::Max: return AtomicOp::max;
        case llvm::AtomicRMWInst::Min: return AtomicOp::min;
        case llvm::AtomicRMWInst::UMax: return AtomicOp::umax;
        case llvm::AtomicRMWInst::UMin: return AtomicOp::umin;
        case llvm::AtomicRMWInst::FAdd: return AtomicOp::fadd;
        case llvm::AtomicRMWInst::FMax: return AtomicOp::fmax;
        case llvm::AtomicRMWInst::FMin: return AtomicOp::fmin;
        case llvm::AtomicRMWInst::UIncWrap: return AtomicOp::inc;
        case llvm::AtomicRMWInst::UDecWrap: return AtomicOp::dec;
        default: throw Unsupported{"this atomic operation"};
    }
}

}  // namespace

Operand FunctionDecoder::offset_address(Operand base, std::int64_t offset) {
    if (offset == 0) return base;
    const std::uint32_t out = new_register(8);
    if (fits_imm(offset)) {
        emit(Op::gep_const, out, base, 0, 0, static_cast<std::int32_t>(offset), kWide);
    } else {
        emit(Op::add_64, out, base, module_.constant(static_cast<std::uint64_t>(offset), 8), 0, 0, kWide);
    }
    return out;
}

// The size of the next access when `left` bytes remain.
std::uint32_t FunctionDecoder::piece_of(std::uint32_t left, std::uint64_t alignment) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(std::bit_floor(left), alignment));
}

bool FunctionDecoder::is_one_access(const Leaf& leaf, std::uint64_t alignment) {
    return std::has_single_bit(leaf.bytes) && leaf.bytes <= alignment;
}

// Marks the access emitted last. An access in several chunks is checked like any other.
void FunctionDecoder::mark_returned(const Leaf& leaf, std::uint64_t alignment, unsigned part) {
    if (!is_one_access(leaf, alignment)) return;
    out_.code.back().flags |= kReturned;
    out_.code.back().c = part;
}

// A bit field's storage may have 3, 5, 6 or 7 bytes, and a member of a packed structure lies anywhere: they are put together from
// accesses of powers of two that are aligned.
void FunctionDecoder::load_leaf(const Leaf& leaf, std::uint32_t dst, Operand memory, std::uint64_t alignment, std::uint8_t flags,
                                std::uint8_t vector_bytes) {
    if (is_one_access(leaf, alignment)) {
        emit(load_op(leaf.bytes), dst, memory, 0, 0, 0, flags, vector_bytes);
        return;
    }
    const bool wide = leaf.bytes > 4;
    const std::uint8_t width = wide ? kWide : std::uint8_t{0};
    Operand sum = module_.constant(0, wide ? 8 : 4);
    for (std::uint32_t done = 0; done < leaf.bytes;) {
        const std::uint32_t bytes = piece_of(leaf.bytes - done, alignment);
        const std::uint32_t low = new_register(4), part = new_register(wide ? 8 : 4), shifted = new_register(wide ? 8 : 4);
        emit(load_op(bytes), low, offset_address(memory, done));
        if (wide) emit(Op::zext_64, part, low, 0, 0, 0, kWide);
        emit(wide ? Op::shl_64 : Op::shl_32, shifted, wide ? part : low, module_.constant(8 * done, wide ? 8 : 4), 0, 0, width);
        done += bytes;
        const bool is_last = done == leaf.bytes;
        const std::uint32_t next = is_last ? dst : new_register(wide ? 8 : 4);
        emit(wide ? Op::or_64 : Op::or_32, next, sum, shifted, 0, 0,
             is_last ? static_cast<std::uint8_t>(flags & ~(kVolatile | kIsAtomic)) : width);
        sum = next;
    }
}

void FunctionDecoder::store_leaf(const Leaf& leaf, Operand memory, Operand value, std::uint64_t alignment, std::uint8_t flags,
                                 std::uint8_t vector_bytes) {
    if (is_one_access(leaf, alignment)) {
        emit(store_op(leaf.bytes), 0, memory, value, 0, 0, flags, vector_bytes);
        return;
    }
    const bool wide = leaf.bytes > 4;
    for (std::uint32_t done = 0; done < leaf.bytes;) {
        const std::uint32_t bytes = piece_of(leaf.bytes - done, alignment);
        std::uint32_t part = new_register(wide ? 8 : 4);
        emit(wide ? Op::lshr_64 : Op::lshr_32, part, value, module_.constant(8 * done, wide ? 8 : 4), 0, 0,
             wide ? kWide : std::uint8_t{0});
        if (wide) {
            const std::uint32_t low = new_register(4);
            emit(Op::trunc_64, low, part, 0, 0, 32);
            part = low;
        }
        emit(store_op(bytes), 0, offset_address(memory, done), part, 0, 0, flags);
        done += bytes;
    }
}

namespace {

// float4, int2, ...: the size of the built-in vector whose member the pointer points to, as far as one access reads it; else 0.
// They are aligned to their size, or to 16 bytes.
std::uint8_t vector_bytes_at(const llvm::Value* pointer, const llvm::DataLayout& layout) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (!step) return 0;
    auto* structure = llvm::dyn_cast<llvm::StructType>(step->getSourceElementType());
    if (!structure || !structure->hasName() || step->getNumIndices() != 2) return 0;
    llvm::StringRef name = structure->getName();
    if (!name.consume_front("struct.") || !(name.consume_back("2") || name.consume_back("4"))) return 0;
    const bool is_built_in = llvm::is_contained<llvm::StringRef>(
        {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"}, name);
    const std::uint64_t size = layout.getTypeAllocSize(structure).getFixedValue();
    return is_built_in && std::has_single_bit(size) ? static_cast<std::uint8_t>(std::min<std::uint64_t>(size, 16))
                                                    : std::uint8_t{0};
}

// A compiler omits neither volatile accesses nor atomic ones, not even relaxed ones.
template <typename Access>
std::uint8_t hints_of(const Access& access) {
    return access.isAtomic() ? kVolatile | kIsAtomic : access.isVolatile() ? kVolatile : std::uint8_t{0};
}

// A part's alignment, as far as the compiler knows it: less than its size only in packed structures.
template <typename Access>
std::uint64_t alignment_of(const Access& access, const Leaf& part) {
    return llvm::commonAlignment(access.getAlign(), part.offset).value();
}

// Returning a structure copies it, like memcpy(): a member may be unset, such as the value of an empty optional.
bool is_loaded_to_return(const llvm::LoadInst& i) {
    const auto returns = [](const llvm::User* user) { return llvm::isa<llvm::ReturnInst>(user); };
    return i.getType()->isStructTy() && llvm::all_of(i.users(), returns);
}
bool stores_what_was_returned(const llvm::StoreInst& i) {
    return i.getValueOperand()->getType()->isStructTy() && llvm::isa<llvm::CallBase>(i.getValueOperand());
}
// Clang's variable for a returned structure on its way to where it belongs.
bool holds_what_was_returned(const llvm::Value* variable) {
    const auto is_write = [&](const llvm::User* user) {
        const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
        return llvm::isa<llvm::StoreInst>(user) || (copy && copy->getRawDest() == variable);
    };
    if (llvm::count_if(variable->users(), is_write) != 1) return false;
    const auto* write = llvm::dyn_cast<llvm::StoreInst>(*llvm::find_if(variable->users(), is_write));
    return write && stores_what_was_returned(*write);
}

}  // namespace

void FunctionDecoder::load(llvm::LoadInst& i) {
    const std::vector<Leaf> parts = module_.leaves(i.getType());
    if (const auto [variable, base] = promoted_at(i.getPointerOperand()); variable) {
        if (values_.contains(&i)) return;  // read in place
        for (unsigned k = 0; k < parts.size(); ++k)
            for (const Promoted::Piece& piece : variable->pieces)
                if (piece.leaf.offset == base + parts[k].offset)
                    move(destination(i, k), piece.slot, (flags_for(i, k) & kWide) != 0, masked(i) != 0);
        return;
    }
    const Operand memory = operand(i.getPointerOperand());
    const std::uint8_t hint = spins_.contains(&i) ? kVolatile | kIsAtomic : hints_of(i);
    const std::uint8_t vector_bytes = vector_bytes_at(i.getPointerOperand(), module_.layout());
    const bool is_returned = is_loaded_to_return(i);
    for (unsigned k = 0; k < parts.size(); ++k) {
        const std::uint64_t alignment = alignment_of(i, parts[k]);
        load_leaf(parts[k], destination(i, k), offset_address(memory, parts[k].offset), alignment,
                  static_cast<std::uint8_t>(flags_for(i, k) | hint), vector_bytes);
        if (is_returned) mark_returned(parts[k], alignment, k);
    }
}

void FunctionDecoder::store(llvm::StoreInst& i) {
    if (fused_stores_.contains(&i)) return;
    const llvm::Value* value = i.getValueOperand();
    const std::vector<Leaf> parts = module_.leaves(value->getType());
    if (const auto [variable, base] = promoted_at(i.getPointerOperand()); variable) {
        std::vector<std::pair<std::uint32_t, Operand>> moves;
        for (unsigned k = 0; k < parts.size(); ++k)
            for (const Promoted::Piece& piece : variable->pieces)
                if (piece.leaf.offset == base + parts[k].offset) moves.emplace_back(piece.slot, operand(value, k));
        for (unsigned k = 0; k < moves.size(); ++k) {
            const bool wide = module_.lane_bytes(parts[k].type) == 8;
            // A part that a later move still reads (p = {p.y, p.x}) is kept aside.
            const bool read_later =
                std::any_of(moves.begin() + k + 1, moves.end(), [&](const auto& later) { return later.second == moves[k].first; });
            if (read_later) {
                const std::uint32_t copy = new_register(wide ? 8 : 4);
                move(copy, moves[k].first, wide, false);
                for (auto& later : moves)
                    if (later.second == moves[k].first) later.second = copy;
            }
            move(moves[k].first, moves[k].second, wide, true);
        }
        return;
    }
    const Operand memory = operand(i.getPointerOperand());
    const std::uint8_t hint = hints_of(i);
    const std::uint8_t vector_bytes = vector_bytes_at(i.getPointerOperand(), module_.layout());
    const bool was_returned = stores_what_was_returned(i);
    for (unsigned k = 0; k < parts.size(); ++k) {
        const std::uint64_t alignment = alignment_of(i, parts[k]);
        store_leaf(parts[k], offset_address(memory, parts[k].offset), operand(value, k), alignment, hint, vector_bytes);
        if (was_returned) mark_returned(parts[k], alignment, k);
    }
}

// ---- addresses ----

// A 32-bit index widened only to compute addresses: the address instruction widens it itself.
bool FunctionDecoder::is_folded_extension(const llvm::Instruction& i) const {
    if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst>(i) || !i.getType()->isIntegerTy(64) ||
        !i.getOperand(0)->getType()->isIntegerTy(32) || i.use_empty())
        return false;
    return llvm::all_of(i.users(), [&](const llvm::User* user) {
        const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
        return step && step->getParent() == i.getParent();
    });
}

void FunctionDecoder::address(llvm::GetElementPtrInst& i) {
    if (promoted_at(&i).first) return;
    if (i.getType()->isVectorTy()) unsupported("a vector of addresses");
    compute_address(i);
    check_members(i);
}

void FunctionDecoder::compute_address(llvm::GetElementPtrInst& i) {
    llvm::MapVector<llvm::Value*, llvm::APInt> indices;
    llvm::APInt constant(64, 0);
    if (!llvm::cast<llvm::GEPOperator>(i).collectOffset(module_.layout(), 64, indices, constant))
        unsupported("this address computation");
    std::int64_t offset = constant.getSExtValue();
    Operand base = operand(i.getPointerOperand());
    if (indices.empty()) {
        if (offset == 0 && !needs_own_register(i)) {
            values_[&i] = {base};
        } else if (fits_imm(offset)) {
            emit(Op::gep_const, destination(i), base, 0, 0, static_cast<std::int32_t>(offset), flags_for(i));
        } else {
            emit(Op::add_64, destination(i), base, module_.constant(static_cast<std::uint64_t>(offset), 8), 0, 0, flags_for(i));
        }
        return;
    }
    if (!fits_imm(offset)) base = offset_address(base, offset), offset = 0;
    std::size_t left = indices.size();
    for (const auto& [index, scale] : indices) {
        if (!fits_imm(scale.getSExtValue())) unsupported("an array of elements of more than 2 GiB");
        const bool is_last = --left == 0;
        Op op = Op::gep_64;
        Operand number = 0;
        const auto* extension = llvm::dyn_cast<llvm::Instruction>(index);
        if (extension && is_folded_extension(*extension)) {
            op = llvm::isa<llvm::SExtInst>(extension) ? Op::gep_s32 : Op::gep_u32;
            number = operand(extension->getOperand(0));
        } else if (module_.lane_bytes(index->getType()) == 4) {
            op = Op::gep_s32;
            number = sign_extended(operand(index), index->getType()->getIntegerBitWidth());
        } else {
            number = operand(index);
        }
        const std::uint32_t dst = is_last ? destination(i) : new_register(8);
        emit(op, dst, base, number, is_last ? static_cast<std::uint32_t>(static_cast<std::int32_t>(offset)) : 0,
             static_cast<std::int32_t>(scale.getSExtValue()), is_last ? flags_for(i) : kWide);
        base = dst;
    }
}

// ---- block copies ----

namespace {

// What an address of a copy is a multiple of. Where a vector lies in a declared array of floats, Clang goes by the array; nvcc goes
// by the vector's type, and so does the other side of the copy: *(float4*)&tile[4 * x] = v is one access of 16 bytes.
std::uint64_t alignment_of_copy(const llvm::Value* address, llvm::MaybeAlign own, llvm::MaybeAlign other, std::uint64_t bytes) {
    const bool is_vector = (bytes == 8 || bytes == 16) && other.valueOrOne().value() >= bytes;
    const llvm::Value* object = is_vector ? llvm::getUnderlyingObject(address) : nullptr;
    const auto* variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object);
    const bool is_declared = (object && llvm::isa<llvm::AllocaInst>(object)) || (variable && !variable->isDeclaration());
    return is_declared ? std::max(own.valueOrOne().value(), bytes) : own.valueOrOne().value();
}

}  // namespace

// Between memory and registers that hold parts of a variable: runs of equal parts that the alignment allows to go together
// are one access (a float4 is one access of 16 bytes).
void FunctionDecoder::transfer_pieces(bool is_load, Operand memory, const std::vector<const Promoted::Piece*>& pieces,
                                      std::uint32_t first_offset, std::uint64_t alignment, bool was_returned) {
    for (std::size_t k = 0; k < pieces.size();) {
        const Leaf& leaf = pieces[k]->leaf;
        const std::uint32_t stride = static_cast<std::uint32_t>(kLanes * module_.lane_bytes(leaf.type));
        std::size_t run = 1;
        const auto continues = [&](std::size_t n) {
            return k + n < pieces.size() && pieces[k + n]->leaf.bytes == leaf.bytes &&
                   pieces[k + n]->leaf.offset == leaf.offset + n * leaf.bytes &&
                   pieces[k + n]->slot == pieces[k]->slot + n * stride;
        };
        const std::uint32_t at = leaf.offset - first_offset;
        while (continues(run)) ++run;
        // the largest power of two of parts that is aligned here
        std::size_t count = 1;
        while (count * 2 <= run && count * 2 * leaf.bytes <= 16 && count * 2 * leaf.bytes <= alignment &&
               at % (count * 2 * leaf.bytes) == 0)
            count *= 2;
        const std::uint8_t flags = static_cast<std::uint8_t>((is_load ? kMasked : 0) | (leaf.bytes == 8 ? kWide : 0));
        const Operand place = offset_address(memory, at);
        const auto bytes = static_cast<std::int32_t>(leaf.bytes);
        if (count == 1 && is_load) emit(load_op(leaf.bytes), pieces[k]->slot, place, 0, 0, 0, flags);
        if (count == 1 && !is_load) emit(store_op(leaf.bytes), 0, place, pieces[k]->slot);
        if (count > 1 && is_load)
            emit(Op::load_vector, pieces[k]->slot, place, 0, 0, bytes, flags, static_cast<std::uint8_t>(count));
        if (count > 1 && !is_load) emit(Op::store_vector, 0, place, pieces[k]->slot, 0, bytes, 0, static_cast<std::uint8_t>(count));
        if (was_returned) mark_returned(leaf, leaf.bytes, static_cast<unsigned>(k));
        k += count;
    }
}

void FunctionDecoder::move_pieces(const std::vector<const Promoted::Piece*>& to, const std::vector<const Promoted::Piece*>& from) {
    for (std::size_t k = 0; k < to.size(); ++k) move(to[k]->slot, from[k]->slot, to[k]->leaf.bytes == 8, true);
}

void FunctionDecoder::copy_memory(llvm::MemTransferInst& i) {
    const llvm::Value *to = i.getRawDest(), *from = i.getRawSource();
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
    const std::uint64_t bytes = size ? size->getZExtValue() : 0;
    const auto [to_variable, to_offset] = promoted_at(to);
    const auto [from_variable, from_offset] = promoted_at(from);
    const std::uint64_t to_alignment = alignment_of_copy(to, i.getDestAlign(), i.getSourceAlign(), bytes);
    const std::uint64_t from_alignment = alignment_of_copy(from, i.getSourceAlign(), i.getDestAlign(), bytes);
    if (to_variable && from_variable) return move_pieces(pieces_in(to, bytes), pieces_in(from, bytes));
    if (to_variable || from_variable) {
        const bool is_load = to_variable != nullptr;
        Operand memory = operand(is_load ? from : to);
        const std::vector<const Promoted::Piece*> pieces = pieces_in(is_load ? to : from, bytes);
        // The address may itself be a part that is overwritten: list = *list.next
        const bool overwrites_address =
            is_load && std::ranges::any_of(pieces, [&](const Promoted::Piece* piece) { return piece->slot == memory; });
        if (overwrites_address) {
            const std::uint32_t copy = new_register(8);
            move(copy, memory, true, false);
            memory = copy;
        }
        return transfer_pieces(is_load, memory, pieces, static_cast<std::uint32_t>(is_load ? to_offset : from_offset),
                               is_load ? from_alignment : to_alignment, !is_load && holds_what_was_returned(from));
    }
    const std::uint64_t alignment = std::min(to_alignment, from_alignment);
    if (size && bytes > 0x7fffffff) unsupported("a copy of more than 2 GiB");
    const auto width = static_cast<std::uint8_t>(size ? access_bytes(alignment, bytes) : 1);
    if (size) {
        if (bytes > 0) emit(Op::copy_memory, 0, operand(to), operand(from), 0, static_cast<std::int32_t>(bytes), 0, width);
    } else {
        emit(Op::copy_memory, 0, operand(to), operand(from), operand(i.getLength()), 0, kVariableSize, width);
    }
}

void FunctionDecoder::set_memory(llvm::MemSetInst& i) {
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
    const std::uint64_t bytes = size ? size->getZExtValue() : 0;
    if (promoted_at(i.getRawDest()).first) {
        const std::uint64_t byte = llvm::cast<llvm::ConstantInt>(i.getValue())->getZExtValue() & 0xff;
        for (const Promoted::Piece* piece : pieces_in(i.getRawDest(), bytes)) {
            const std::uint64_t all = byte * 0x0101010101010101ull;
            const std::uint64_t bits = piece->leaf.bytes == 8 ? all : all & ((std::uint64_t{1} << (8 * piece->leaf.bytes)) - 1);
            const int lane = module_.lane_bytes(piece->leaf.type);
            move(piece->slot, module_.constant(bits, lane), lane == 8, true);
        }
        return;
    }
    if (size && bytes > 0x7fffffff) unsupported("a fill of more than 2 GiB");
    const auto width = static_cast<std::uint8_t>(size ? access_bytes(i.getDestAlign().valueOrOne().value(), bytes) : 1);
    if (size) {
        if (bytes > 0)
            emit(Op::set_memory, 0, operand(i.getRawDest()), operand(i.getValue()), 0, static_cast<std::int32_t>(bytes), 0, width);
    } else {
        emit(Op::set_memory, 0, operand(i.getRawDest()), operand(i.getValue()), operand(i.getLength()), 0, kVariableSize, width);
    }
}

// ---- atomics written as __atomic builtins; the CUDA functions come as calls ----

void FunctionDecoder::atomic_update(llvm::AtomicRMWInst& i) {
    const std::uint32_t bytes = module_.leaves(i.getType())[0].bytes;
    if (bytes == 1) unsupported("an atomic operation on one byte");
    const std::uint8_t flags = static_cast<std::uint8_t>(flags_for(i) | (i.use_empty() ? kResultUnused : 0));
    emit(Op::atomic, destination(i), operand(i.getPointerOperand()), operand(i.getValOperand()), 0,
         static_cast<std::int32_t>(bytes), flags, static_cast<std::uint8_t>(atomic_op(i.getOperation())));
}

void FunctionDecoder::compare_exchange(llvm::AtomicCmpXchgInst& i) {
    const std::uint32_t bytes = module_.leaves(i.getCompareOperand()->getType())[0].bytes;
    if (bytes == 1) unsupported("an atomic operation on one byte");
    note_first_reads(*i.getCompareOperand());
    const Operand expected = operand(i.getCompareOperand());
    emit(Op::compare_and_swap, destination(i, 0), operand(i.getPointerOperand()), expected, operand(i.getNewValOperand()),
         static_cast<std::int32_t>(bytes), flags_for(i, 0));
    emit(bytes == 8 ? Op::icmp_eq_64 : Op::icmp_eq_32, destination(i, 1), destination(i, 0), expected, 0, 0, masked(i));
}

}  // namespace warpwise::simt
