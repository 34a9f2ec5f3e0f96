// A function: parameters, registers, blocks in order, and the control flow between them.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
void FunctionDecoder::unsupported(std::string what) const { throw Unsupported{std::move(what), here_.line, here_.column}; }

void FunctionDecoder::decode() {
    here_.line = out_.line;
    if (ir_.getSubprogram()) scope_index(ir_.getSubprogram());
    if (out_.scopes.empty()) out_.scopes.emplace_back();
    try {
        declare_parameters();
        declare_results();
        place_allocas();
        place_structures();
        note_launch_bounds();
        here_ = {out_.line};  // until the first statement
        find_shared_between_blocks();
        find_spins();
        fuse_and_alias();
        load_promoted_arguments();
        emit_blocks();
        resolve_edges();
        note_unwritten();
        describe_variables();
    } catch (Unsupported& found) {  // thrown by the module's half, which knows no line
        if (found.line == 0) found.line = here_.line, found.column = here_.column;
        throw;
    }
    out_.local_bytes = round_up(out_.local_bytes, 16);
    out_.frame_bytes = round_up(out_.frame_bytes, 256);
}

// ---- registers and emission ----

std::uint32_t FunctionDecoder::new_register(int lane_bytes) {
    const std::uint32_t slot = out_.frame_bytes;
    out_.frame_bytes += static_cast<std::uint32_t>(kLanes * lane_bytes);
    if (out_.frame_bytes > kRegisterBytes)
        unsupported(
            fmt::format("a function that needs more than {} registers per thread (this one does from here on; write what "
                        "repeats as a loop)",
                        kRegisterBytes / (kLanes * 4)));
    return slot;
}

std::vector<std::uint32_t>& FunctionDecoder::registers(const llvm::Instruction& instruction) {
    std::vector<std::uint32_t>& own = registers_[&instruction];
    if (own.empty())
        for (const Leaf& leaf : module_.leaves(instruction.getType())) own.push_back(new_register(module_.lane_bytes(leaf.type)));
    return own;
}

Operand FunctionDecoder::operand(const llvm::Value* value, unsigned leaf) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return module_.constant_leaf(*constant, leaf);
    if (const auto known = values_.find(value); known != values_.end() && leaf < known->second.size()) return known->second[leaf];
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
        const std::vector<std::uint32_t>& own = registers(*instruction);
        if (leaf < own.size()) return own[leaf];
    }
    unsupported("a value that is used before it is computed");
}

std::uint8_t FunctionDecoder::flags_for(const llvm::Instruction& instruction, unsigned leaf) {
    const bool wide = module_.lane_bytes(module_.leaves(instruction.getType())[leaf].type) == 8;
    return static_cast<std::uint8_t>(masked(instruction) | (wide ? kWide : 0));
}

Instruction& FunctionDecoder::emit(Op op, std::uint32_t dst, Operand a, Operand b, Operand c, std::int32_t imm, std::uint8_t flags,
                                   std::uint8_t aux) {
    out_.code.push_back({op, flags, aux, dst, a, b, c, imm});
    out_.locations.push_back(here_);
    const bool is_other = !statement_ || statement_->line != here_.line || statement_->inlined_at != here_.inlined_at;
    const bool starts = is_located_ && is_other && !is_in_header(module_.program(), here_.line);
    out_.statement_starts.push_back(starts ? 1 : 0);
    if (starts) statement_ = here_;
    if (op == Op::call || op == Op::call_indirect) statement_.reset();
    return out_.code.back();
}

void FunctionDecoder::move(std::uint32_t dst, Operand from, bool wide, bool mask) {
    if (dst == from) return;
    emit(wide ? Op::mov_64 : Op::mov_32, dst, from, 0, 0, 0, static_cast<std::uint8_t>((mask ? kMasked : 0) | (wide ? kWide : 0)));
}

// ---- parameters and results ----

void FunctionDecoder::declare_parameters() {
    for (llvm::Argument& argument : ir_.args()) {
        Parameter parameter;
        if (argument.hasByValAttr()) {
            parameter.by_value_bytes =
                static_cast<std::uint32_t>(module_.layout().getTypeAllocSize(argument.getParamByValType()).getFixedValue());
        } else if (module_.leaves(argument.getType()).size() != 1) {
            unsupported("a parameter that is a bare aggregate");
        }
        const int bytes = module_.lane_bytes(argument.getType());
        parameter.wide = bytes == 8;
        parameter.slot = new_register(bytes);
        values_[&argument] = {parameter.slot};
        out_.parameters.push_back(parameter);
    }
}

void FunctionDecoder::declare_results() {
    if (ir_.getReturnType()->isVoidTy()) return;
    for (const Leaf& leaf : module_.leaves(ir_.getReturnType())) {
        const int bytes = module_.lane_bytes(leaf.type);
        out_.results.push_back({module_.constant(0, bytes), bytes == 8});
    }
}

// ---- blocks ----

// A value that another block reads must survive what other lanes do meanwhile: it is written under the mask.
void FunctionDecoder::find_shared_between_blocks() {
    for (llvm::BasicBlock& block : ir_) {
        unsigned position = 0;
        for (llvm::Instruction& instruction : block) {
            positions_[&instruction] = ++position;
            if (instruction.getType()->isVoidTy()) continue;
            const bool is_shared =
                llvm::isa<llvm::PHINode>(instruction) || std::ranges::any_of(instruction.users(), [&](const llvm::User* user) {
                    const auto* reader = llvm::cast<llvm::Instruction>(user);
                    return reader->getParent() != &block || llvm::isa<llvm::PHINode>(reader);
                });
            if (is_shared) must_mask_.insert(&instruction);
        }
    }
}

void FunctionDecoder::emit_blocks() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&ir_);
    for (llvm::BasicBlock* block : order) {
        // A block's own pc is also a join point, so a jump back to the first block must not repeat the parameters' loads.
        block_pcs_[block] = static_cast<std::uint32_t>(out_.code.size());
        statement_.reset();
        for (llvm::Instruction& i : *block) {
            is_located_ = set_location(i);
            instruction(i);
        }
    }
    is_located_ = false;
}

std::uint32_t FunctionDecoder::join_pc(const llvm::BasicBlock* block) const {
    const auto found = block_pcs_.find(block);
    return found == block_pcs_.end() ? kNoPc : found->second;
}

// Where a jump goes: to the block, or to a stub of moves that gives the block's phis their values for this edge.
std::uint32_t FunctionDecoder::edge_target(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    if (!llvm::isa<llvm::PHINode>(to->front())) return block_pcs_.lookup(to);
    struct Move {
        std::uint32_t dst;
        Operand source;
        bool wide;
    };
    std::vector<Move> moves;
    for (const llvm::PHINode& phi : to->phis()) {
        const llvm::Value* incoming = phi.getIncomingValueForBlock(from);
        const auto count = static_cast<unsigned>(module_.leaves(phi.getType()).size());
        for (unsigned k = 0; k < count; ++k)
            moves.push_back({destination(phi, k), operand(incoming, k), (flags_for(phi, k) & kWide) != 0});
    }
    const auto pc = static_cast<std::uint32_t>(out_.code.size());
    // All phis change at once: where one reads what another writes, the values go through fresh registers.
    const bool in_conflict = std::ranges::any_of(moves, [&](const Move& reader) {
        return std::ranges::any_of(moves, [&](const Move& writer) { return &reader != &writer && reader.source == writer.dst; });
    });
    if (in_conflict) {
        for (Move& each : moves) {
            const std::uint32_t copy = new_register(each.wide ? 8 : 4);
            move(copy, each.source, each.wide, false);
            each.source = copy;
        }
    }
    for (const Move& each : moves) move(each.dst, each.source, each.wide, true);
    emit(Op::branch, 0, block_pcs_.lookup(to));
    return pc;
}

void FunctionDecoder::resolve_edges() {
    for (const Edge& edge : edges_) {
        here_ = out_.locations[edge.pc];
        const std::uint32_t target = edge_target(edge.from, edge.to);
        if (edge.field == 0) out_.code[edge.pc].a = target;
        if (edge.field == 1) out_.code[edge.pc].b = target;
        if (edge.field == 2) out_.switches[edge.table].cases[edge.index].second = target;
    }
    for (const auto& [pc, block] : joins_) out_.code[pc].c = block ? join_pc(block) : kNoPc;
}

void FunctionDecoder::branch(llvm::BranchInst& instruction) {
    const auto pc = static_cast<std::uint32_t>(out_.code.size());
    const llvm::BasicBlock* block = instruction.getParent();
    if (instruction.isUnconditional()) {
        emit(Op::branch);
        edges_.push_back({pc, 0, 0, 0, block, instruction.getSuccessor(0)});
        return;
    }
    emit(Op::branch_if, operand(instruction.getCondition()));
    edges_.push_back({pc, 0, 0, 0, block, instruction.getSuccessor(0)});
    edges_.push_back({pc, 1, 0, 0, block, instruction.getSuccessor(1)});
    const auto* node = post_dominators_.getNode(block);
    joins_.emplace_back(pc, node && node->getIDom() ? node->getIDom()->getBlock() : nullptr);
}

void FunctionDecoder::switch_on(llvm::SwitchInst& instruction) {
    const auto pc = static_cast<std::uint32_t>(out_.code.size());
    const auto table = static_cast<std::uint32_t>(out_.switches.size());
    const llvm::BasicBlock* block = instruction.getParent();
    const bool wide = module_.lane_bytes(instruction.getCondition()->getType()) == 8;
    emit(Op::switch_on, operand(instruction.getCondition()), 0, 0, 0, static_cast<std::int32_t>(table),
         wide ? kWide : std::uint8_t{0});
    edges_.push_back({pc, 0, 0, 0, block, instruction.getDefaultDest()});
    std::vector<std::pair<std::uint64_t, const llvm::BasicBlock*>> cases;
    for (const auto& each : instruction.cases()) cases.emplace_back(each.getCaseValue()->getZExtValue(), each.getCaseSuccessor());
    std::ranges::sort(cases, {}, [](const auto& each) { return each.first; });
    SwitchTable& out = out_.switches.emplace_back();
    for (const auto& [value, target] : cases) {
        edges_.push_back({pc, 2, table, static_cast<std::uint32_t>(out.cases.size()), block, target});
        out.cases.emplace_back(value, 0);
    }
    const auto* node = post_dominators_.getNode(block);
    joins_.emplace_back(pc, node && node->getIDom() ? node->getIDom()->getBlock() : nullptr);
}

void FunctionDecoder::instruction(llvm::Instruction& i) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(i)) return;
    if (auto* each = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return binary(*each);
    if (auto* each = llvm::dyn_cast<llvm::CmpInst>(&i)) return compare(*each);
    if (auto* each = llvm::dyn_cast<llvm::CastInst>(&i)) return cast(*each);
    if (auto* each = llvm::dyn_cast<llvm::CallInst>(&i)) return call(*each);
    switch (i.getOpcode()) {
        case llvm::Instruction::Alloca:
            if (!promoted_.contains(&i)) {
                const LocalObject& object = out_.locals[local_objects_.lookup(&i)];
                emit(Op::local_address, destination(i), 0, 0, object.window, static_cast<std::int32_t>(object.offset),
                     flags_for(i));
            }
            return;
        case llvm::Instruction::Load: return load(llvm::cast<llvm::LoadInst>(i));
        case llvm::Instruction::Store: return store(llvm::cast<llvm::StoreInst>(i));
        case llvm::Instruction::GetElementPtr: return address(llvm::cast<llvm::GetElementPtrInst>(i));
        case llvm::Instruction::FNeg: return negate(llvm::cast<llvm::UnaryOperator>(i));
        case llvm::Instruction::Select: return select(llvm::cast<llvm::SelectInst>(i));
        case llvm::Instruction::Freeze: return copy_bits(i, i.getOperand(0));
        case llvm::Instruction::ExtractValue:
        case llvm::Instruction::InsertValue:
        case llvm::Instruction::ExtractElement:
        case llvm::Instruction::InsertElement:
        case llvm::Instruction::ShuffleVector: return aggregate(i);
        case llvm::Instruction::PHI: registers(i); return;
        case llvm::Instruction::Fence: emit(Op::fence, 0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(FenceScope::device)); return;
        case llvm::Instruction::AtomicRMW: return atomic_update(llvm::cast<llvm::AtomicRMWInst>(i));
        case llvm::Instruction::AtomicCmpXchg: return compare_exchange(llvm::cast<llvm::AtomicCmpXchgInst>(i));
        case llvm::Instruction::Br: return branch(llvm::cast<llvm::BranchInst>(i));
        case llvm::Instruction::Switch: return switch_on(llvm::cast<llvm::SwitchInst>(i));
        case llvm::Instruction::Ret:
            for (unsigned k = 0; k < out_.results.size(); ++k) out_.results[k].operand = operand(i.getOperand(0), k);
            emit(Op::ret);
            return;
        default: unsupported(fmt::format("the operation '{}'", i.getOpcodeName()));
    }
}

}  // namespace warpwise::simt
