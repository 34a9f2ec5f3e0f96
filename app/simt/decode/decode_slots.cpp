// Variables in registers. At -O0 every variable is memory; kept so, a kernel runs some twenty times slower. A variable whose
// address goes nowhere becomes one register for each of its parts, a load of it reads that register in place, and an
// operation whose result is only stored there writes it directly.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMaxPieces = 16;  // a bigger structure stays in local memory

// An instruction for which the decoder may hand on its operands' registers instead of copying them.
bool hands_on(const llvm::Instruction& i) {
    return llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::InsertValueInst, llvm::ExtractValueInst, llvm::InsertElementInst,
                     llvm::ExtractElementInst, llvm::ShuffleVectorInst, llvm::GetElementPtrInst>(i);
}

}  // namespace

std::pair<const Promoted*, std::int64_t> FunctionDecoder::promoted_at(const llvm::Value* pointer) const {
    std::int64_t offset = 0;
    while (true) {
        if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            llvm::APInt constant(64, 0);
            if (!step->accumulateConstantOffset(module_.layout(), constant)) return {nullptr, 0};
            offset += constant.getSExtValue();
            pointer = step->getPointerOperand();
        } else if (const auto* same = llvm::dyn_cast<llvm::CastInst>(pointer);
                   same && same->getOperand(0)->getType()->isPointerTy()) {
            pointer = same->getOperand(0);
        } else {
            break;
        }
    }
    const auto found = promoted_.find(pointer);
    return found == promoted_.end() ? std::pair<const Promoted*, std::int64_t>{nullptr, 0} : std::pair{&found->second, offset};
}

const Promoted::Piece* FunctionDecoder::piece_at(const llvm::Value* pointer) const {
    const auto [variable, offset] = promoted_at(pointer);
    if (!variable) return nullptr;
    for (const Promoted::Piece& piece : variable->pieces)
        if (piece.leaf.offset == offset) return &piece;
    return nullptr;
}

std::vector<const Promoted::Piece*> FunctionDecoder::pieces_in(const llvm::Value* pointer, std::uint64_t bytes) const {
    const auto [variable, offset] = promoted_at(pointer);
    std::vector<const Promoted::Piece*> out;
    if (!variable) return out;
    for (const Promoted::Piece& piece : variable->pieces)
        if (piece.leaf.offset >= offset && piece.leaf.offset + piece.leaf.bytes <= static_cast<std::uint64_t>(offset) + bytes)
            out.push_back(&piece);
    return out;
}

// ---- which variables ----

// All of the type's scalars lie exactly on parts of the variable.
bool FunctionDecoder::covers_leaves(const llvm::Value* variable, std::int64_t offset, llvm::Type* type) const {
    const Promoted& target = promoted_.find(variable)->second;
    return std::ranges::all_of(module_.leaves(type), [&](const Leaf& leaf) {
        return std::ranges::any_of(target.pieces, [&](const Promoted::Piece& piece) {
            return piece.leaf.offset == offset + leaf.offset && piece.leaf.bytes == leaf.bytes &&
                   module_.lane_bytes(piece.leaf.type) == module_.lane_bytes(leaf.type);
        });
    });
}

// The range cuts through no part of the variable.
bool FunctionDecoder::covers_range(const llvm::Value* variable, std::int64_t offset, std::uint64_t bytes) const {
    const std::int64_t end = offset + static_cast<std::int64_t>(bytes);
    return std::ranges::all_of(promoted_.find(variable)->second.pieces, [&](const Promoted::Piece& piece) {
        const std::int64_t first = piece.leaf.offset, last = first + piece.leaf.bytes;
        return last <= offset || first >= end || (first >= offset && last <= end);
    });
}

bool FunctionDecoder::copy_allows_promotion(const llvm::MemTransferInst& copy, const llvm::Value* variable, std::int64_t offset,
                                            bool is_destination) const {
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (!size || copy.isVolatile() || !covers_range(variable, offset, size->getZExtValue())) return false;
    const llvm::Value* other = is_destination ? copy.getRawSource() : copy.getRawDest();
    const auto [partner, partner_offset] = promoted_at(other);
    if (!partner) {
        // A part that is wider than what the address is a multiple of would need several accesses.
        const std::uint64_t alignment = (is_destination ? copy.getSourceAlign() : copy.getDestAlign()).valueOrOne().value();
        return std::ranges::all_of(pieces_in(is_destination ? copy.getRawDest() : copy.getRawSource(), size->getZExtValue()),
                                   [&](const Promoted::Piece* piece) { return piece->leaf.bytes <= alignment; });
    }
    // From registers to registers: both sides must have the same parts at the same places.
    const auto mine = pieces_in(is_destination ? copy.getRawDest() : copy.getRawSource(), size->getZExtValue());
    const auto theirs = pieces_in(other, size->getZExtValue());
    return std::ranges::equal(mine, theirs, [&](const Promoted::Piece* a, const Promoted::Piece* b) {
        return a->leaf.offset - offset == b->leaf.offset - partner_offset && a->leaf.bytes == b->leaf.bytes;
    });
}

bool FunctionDecoder::uses_allow_promotion(const llvm::Value* variable, const llvm::Value* pointer, std::int64_t offset) const {
    return llvm::all_of(pointer->uses(), [&](const llvm::Use& use) {
        const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user) return false;
        if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(user))
            return !read->isVolatile() && !read->isAtomic() && covers_leaves(variable, offset, read->getType());
        if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(user))
            return use.getOperandNo() == 1 && !write->isVolatile() && !write->isAtomic() &&
                   covers_leaves(variable, offset, write->getValueOperand()->getType());
        if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
            llvm::APInt constant(64, 0);
            return step->accumulateConstantOffset(module_.layout(), constant) &&
                   uses_allow_promotion(variable, step, offset + constant.getSExtValue());
        }
        if (llvm::isa<llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) return uses_allow_promotion(variable, user, offset);
        if (user->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(user)) return true;
        if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user))
            return use.getOperandNo() <= 1 && copy_allows_promotion(*copy, variable, offset, use.getOperandNo() == 0);
        if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(user)) {
            const auto* size = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
            return use.getOperandNo() == 0 && size && llvm::isa<llvm::ConstantInt>(fill->getValue()) &&
                   covers_range(variable, offset, size->getZExtValue());
        }
        return false;
    });
}

bool FunctionDecoder::is_promotable(const llvm::Value* variable) const { return uses_allow_promotion(variable, variable, 0); }

void FunctionDecoder::place_candidate(const llvm::Value* variable, llvm::Type* type) {
    const std::uint64_t bytes = module_.layout().getTypeAllocSize(type).getFixedValue();
    if (bytes > (std::uint64_t{1} << 20))
        unsupported("a local variable of more than 1 MiB (use an array that is passed as an argument)");
    if (bytes > kMaxPieces * 8) return;
    const std::vector<Leaf>& leaves = module_.leaves(type);
    // A part of a packed structure is copied in pieces.
    const auto is_whole = [](const Leaf& leaf) { return std::has_single_bit(leaf.bytes) && leaf.offset % leaf.bytes == 0; };
    if (leaves.size() > kMaxPieces || !std::ranges::all_of(leaves, is_whole)) return;
    Promoted candidate;
    for (const Leaf& leaf : leaves) candidate.pieces.push_back({leaf, 0});
    promoted_[variable] = std::move(candidate);
}

void FunctionDecoder::place_allocas() {
    // Assume that all small variables fit, then take away those that do not until nothing changes: a copy between two
    // variables needs both.
    std::vector<const llvm::Value*> candidates;
    for (const llvm::Argument& argument : ir_.args())
        if (argument.hasByValAttr()) place_candidate(&argument, argument.getParamByValType()), candidates.push_back(&argument);
    std::vector<const llvm::AllocaInst*> variables;
    for (const llvm::Instruction& i : llvm::instructions(ir_)) {
        const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i);
        if (!variable) continue;
        set_location(i);
        set_location_of_variable(*variable);
        if (variable->isArrayAllocation()) unsupported("an array whose size is only known when the kernel runs");
        place_candidate(variable, variable->getAllocatedType());
        variables.push_back(variable);
        candidates.push_back(variable);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const llvm::Value* variable : candidates)
            if (promoted_.contains(variable) && !is_promotable(variable)) changed = promoted_.erase(variable);
    }
    for (const llvm::AllocaInst* variable : variables) {
        if (promoted_.contains(variable)) continue;
        const auto bytes =
            static_cast<std::uint32_t>(module_.layout().getTypeAllocSize(variable->getAllocatedType()).getFixedValue());
        out_.local_bytes = round_up(out_.local_bytes, std::max<std::uint64_t>(variable->getAlign().value(), bytes >= 16 ? 16 : 4));
        local_objects_[variable] = static_cast<std::uint32_t>(out_.locals.size());
        // Some of the prelude's say by their name what they are; they are no variables of the program.
        const bool is_prelude = variable->getName().starts_with("__simt_");
        out_.locals.push_back(
            {is_prelude ? variable->getName().str() : "temporary", out_.local_bytes, bytes, kNoIndex, module_.next_local_window()});
        out_.local_bytes += bytes;
    }
    for (const llvm::Value* variable : candidates) {
        const auto found = promoted_.find(variable);
        if (found == promoted_.end()) continue;
        for (Promoted::Piece& piece : found->second.pieces) piece.slot = new_register(module_.lane_bytes(piece.leaf.type));
    }
}

// The instructions that write and read a part of a variable.
FunctionDecoder::PieceUses FunctionDecoder::uses_of(const llvm::Value* variable, const Promoted::Piece& piece) const {
    PieceUses out;
    llvm::SmallVector<const llvm::Value*, 16> pointers{variable};
    while (!pointers.empty()) {
        for (const llvm::User* user : pointers.pop_back_val()->users()) {
            const auto* each = llvm::cast<llvm::Instruction>(user);
            if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(each)) pointers.push_back(each);
            if (reads_slot(*each, piece.slot)) out.reads.push_back(each);
            if (writes_slot(*each, piece.slot)) out.writes.push_back(each);
        }
    }
    return out;
}

void FunctionDecoder::note_argument_copy(std::uint32_t slot) {
    const auto is_move = [&](const Instruction& in) { return (in.op == Op::mov_32 || in.op == Op::mov_64) && in.dst == slot; };
    const auto move = std::ranges::find_if(out_.code, is_move);
    if (move == out_.code.end() || bank_of(move->a) != Bank::frame || std::ranges::count_if(out_.code, is_move) != 1) return;
    if (std::ranges::find(out_.parameters, offset_of(move->a), &Parameter::slot) != out_.parameters.end())
        out_.argument_copies.push_back({offset_of(move->a), slot, move->op == Op::mov_64});
}

void FunctionDecoder::note_unwritten() {
    std::vector<Function::Stretch> all;
    const auto add = [&](std::uint32_t slot, bool is_wide) { all.push_back({slot, slot + kLanes * (is_wide ? 8u : 4u)}); };
    const llvm::DominatorTree dominators(ir_);
    for (const auto& [variable, promoted] : promoted_) {
        if (llvm::isa<llvm::Argument>(variable)) continue;  // set where the function begins
        for (const Promoted::Piece& piece : promoted.pieces) {
            const PieceUses uses = uses_of(variable, piece);
            constexpr std::size_t most = 4;
            const auto tried = std::span(uses.writes).first(std::min(uses.writes.size(), most));
            // Each thread sets the part before it reads it where one write comes before all reads on every path to them.
            const bool is_set_first = std::ranges::any_of(tried, [&](const llvm::Instruction* write) {
                return std::ranges::all_of(uses.reads, [&](const auto* read) { return dominators.dominates(write, read); });
            });
            if (!is_set_first) add(piece.slot, module_.lane_bytes(piece.leaf.type) == 8);
            const auto* write = uses.writes.size() == 1 ? llvm::dyn_cast<llvm::StoreInst>(uses.writes[0]) : nullptr;
            const auto* argument = write ? llvm::dyn_cast<llvm::Argument>(write->getValueOperand()) : nullptr;
            if (is_set_first && argument && !argument->hasByValAttr()) note_argument_copy(piece.slot);
        }
    }
    for (const Instruction& in : out_.code)
        if (in.op == Op::shuffle && bank_of(in.a) == Bank::frame) add(offset_of(in.a), in.flags & kWide);
    std::ranges::sort(all, {}, &Function::Stretch::begin);
    constexpr std::uint32_t gap = 512;  // clearing it costs less than another call
    for (const Function::Stretch& stretch : all) {
        if (out_.unwritten.empty() || out_.unwritten.back().end + gap < stretch.begin) {
            out_.unwritten.push_back(stretch);
        } else {
            out_.unwritten.back().end = std::max(out_.unwritten.back().end, stretch.end);
        }
    }
    std::erase_if(out_.argument_copies, [&](const Function::ArgumentCopy& copy) {  // within a gap
        return std::ranges::any_of(out_.unwritten, [&](const auto& each) { return copy.to >= each.begin && copy.to < each.end; });
    });
}

void FunctionDecoder::load_promoted_arguments() {
    for (const llvm::Argument& argument : ir_.args()) {
        const auto found = promoted_.find(&argument);
        if (found == promoted_.end()) continue;
        for (const Promoted::Piece& piece : found->second.pieces)
            transfer_pieces(true, values_.lookup(&argument).front(), {&piece}, 0, piece.leaf.bytes);
    }
}

// ---- loads in place, stores where the value is made ----

bool FunctionDecoder::writes_slot(const llvm::Instruction& i, std::uint32_t slot) const {
    const auto touches = [&](const llvm::Value* pointer, std::uint64_t bytes) {
        return std::ranges::any_of(pieces_in(pointer, bytes), [&](const Promoted::Piece* piece) { return piece->slot == slot; });
    };
    const auto size_of = [&](llvm::Type* type) { return module_.layout().getTypeStoreSize(type).getFixedValue(); };
    if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(&i))
        return touches(write->getPointerOperand(), size_of(write->getValueOperand()->getType()));
    if (const auto* write = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
        const auto* size = llvm::dyn_cast<llvm::ConstantInt>(write->getLength());
        return size && touches(write->getRawDest(), size->getZExtValue());
    }
    return false;
}

bool FunctionDecoder::reads_slot(const llvm::Instruction& i, std::uint32_t slot) const {
    const auto touches = [&](const llvm::Value* pointer, std::uint64_t bytes) {
        return std::ranges::any_of(pieces_in(pointer, bytes), [&](const Promoted::Piece* piece) { return piece->slot == slot; });
    };
    if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(&i))
        return touches(read->getPointerOperand(), module_.layout().getTypeStoreSize(read->getType()).getFixedValue());
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
        const auto* size = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
        return size && touches(copy->getRawSource(), size->getZExtValue());
    }
    return false;
}

unsigned FunctionDecoder::last_use(const llvm::Instruction& i) const {
    unsigned last = 0;
    for (const llvm::User* user : i.users()) {
        const auto* reader = llvm::cast<llvm::Instruction>(user);
        last = std::max(last, positions_.lookup(reader));
        if (reader->getParent() == i.getParent() && hands_on(*reader)) last = std::max(last, last_use(*reader));
    }
    return last;
}

bool FunctionDecoder::can_fuse(const llvm::StoreInst& write, std::uint32_t slot) const {
    const auto* maker = llvm::dyn_cast<llvm::Instruction>(write.getValueOperand());
    if (!maker || maker->getParent() != write.getParent() || !maker->hasOneUse()) return false;
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(maker) || maker->getType()->isAggregateType() || maker->getType()->isVectorTy())
        return false;
    if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(maker); read && promoted_at(read->getPointerOperand()).first)
        return false;
    if (is_folded_extension(*maker)) return false;
    for (auto between = std::next(maker->getIterator()); &*between != &write; ++between)
        if (reads_slot(*between, slot) || writes_slot(*between, slot)) return false;
    return true;
}

void FunctionDecoder::fuse_stores(llvm::BasicBlock& block) {
    for (llvm::Instruction& i : block) {
        const auto* write = llvm::dyn_cast<llvm::StoreInst>(&i);
        if (!write || write->getValueOperand()->getType()->isAggregateType()) continue;
        const Promoted::Piece* piece = piece_at(write->getPointerOperand());
        if (!piece || !can_fuse(*write, piece->slot)) continue;
        const auto* maker = llvm::cast<llvm::Instruction>(write->getValueOperand());
        registers_[maker] = {piece->slot};
        must_mask_.insert(maker);
        fused_stores_.insert(write);
        fused_slots_[maker] = piece->slot;
    }
}

void FunctionDecoder::alias_loads(llvm::BasicBlock& block) {
    llvm::DenseMap<std::uint32_t, std::vector<unsigned>> writes;
    const auto note_writes = [&](const llvm::Value* pointer, std::uint64_t bytes, unsigned position) {
        for (const Promoted::Piece* piece : pieces_in(pointer, bytes)) writes[piece->slot].push_back(position);
    };
    for (llvm::Instruction& i : block) {
        if (const auto fused = fused_slots_.find(&i); fused != fused_slots_.end())
            writes[fused->second].push_back(positions_.lookup(&i));
        if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(&i); write && !fused_stores_.contains(write))
            note_writes(write->getPointerOperand(),
                        module_.layout().getTypeStoreSize(write->getValueOperand()->getType()).getFixedValue(),
                        positions_.lookup(&i));
        if (const auto* write = llvm::dyn_cast<llvm::MemIntrinsic>(&i))
            if (const auto* size = llvm::dyn_cast<llvm::ConstantInt>(write->getLength()))
                note_writes(write->getRawDest(), size->getZExtValue(), positions_.lookup(&i));
    }
    for (llvm::Instruction& i : block) {
        const auto* read = llvm::dyn_cast<llvm::LoadInst>(&i);
        if (!read || must_mask_.contains(read) || !promoted_at(read->getPointerOperand()).first) continue;
        const std::int64_t base = promoted_at(read->getPointerOperand()).second;
        const unsigned first = positions_.lookup(read), last = last_use(*read);
        std::vector<Operand> slots;
        for (const Leaf& leaf : module_.leaves(read->getType()))
            for (const Promoted::Piece& piece : promoted_at(read->getPointerOperand()).first->pieces)
                if (piece.leaf.offset == base + leaf.offset) slots.push_back(piece.slot);
        const bool is_overwritten = std::ranges::any_of(slots, [&](std::uint32_t slot) {
            const auto found = writes.find(slot);
            if (found == writes.end()) return false;
            const auto next = std::ranges::upper_bound(found->second, first);  // they are in order
            return next != found->second.end() && *next < last;
        });
        if (!is_overwritten) values_[read] = std::move(slots);
    }
}

void FunctionDecoder::fuse_and_alias() {
    for (llvm::BasicBlock& block : ir_) {
        fuse_stores(block);
        alias_loads(block);
    }
}

}  // namespace warpwise::simt
