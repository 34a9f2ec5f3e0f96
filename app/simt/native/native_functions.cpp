#include "simt/native/native_functions.h"

#include <llvm/Support/Error.h>

#include <functional>

#include "simt/native/native_builder.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostInstructions = 4000;  // of all functions, many seconds of work; larger kernels stay interpreted

}  // namespace

Result<void> FunctionBuilder::add() {
    leaders_ = leaders_of(from_);
    const std::function<OperationShape(const Instruction&)> shape_of = [this](const Instruction& in) { return shape(in); };
    const FunctionFacts facts(program_, index_, leaders_, shape_of);
    facts_ = &facts;
    if (error_) return failure(*error_);
    auto& context = module_.getContext();
    entry_ = llvm::BasicBlock::Create(context, "entry", function_);
    build_.SetInsertPoint(entry_);
    own_code_ = build_.CreateLoad(pointer_, state_);
    flow_ = build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, flow)));
    steps_ = build_.CreateAlloca(build_.getInt64Ty());
    lane_steps_ = build_.CreateAlloca(build_.getInt64Ty());
    scratch_32_ = room(4 * kLanes);
    scratch_64_ = room(8 * kLanes);
    instructions_ = add_instructions();
    dispatch_ = llvm::BasicBlock::Create(context, "dispatch", function_);
    auto* nowhere = llvm::BasicBlock::Create(context, "nowhere", function_);
    auto* leaves_entry = build_.CreateBr(dispatch_);
    build_.SetInsertPoint(nowhere);
    build_.CreateRet(number(kNativeElsewhere));
    build_.SetInsertPoint(dispatch_);
    take_back_steps();
    auto *full = block_here(), *part = block_here();
    auto* pc = build_.CreateLoad(word_, pc_place());
    auto* active = build_.CreateLoad(word_, place(state_, offsetof(LoopState, active)));
    build_.CreateCondBr(build_.CreateICmpEQ(active, number(kLanes)), full, part);
    for (const bool is_full : {true, false}) {
        build_.SetInsertPoint(is_full ? full : part);
        auto* by_pc = build_.CreateSwitch(pc, nowhere);
        for (std::uint32_t at = 0; at < leaders_.size(); ++at)
            if (leaders_[at]) by_pc->addCase(number(at), (is_full ? all_ : any_)[at] = block_here());
    }
    if (auto added = add_ends_of_jumps(); !added) return added;
    for (const bool is_full : {true, false}) {
        is_full_ = is_full;
        for (const auto& [at, block] : blocks())
            if (loop_at(at)) in_loops_[at] = block_here();
        for (const auto& [at, block] : blocks()) {
            const KeptLoop* loop = loop_at(at);
            if (loop) {
                build_.SetInsertPoint(block);
                enter_loop(*loop);
                build_.CreateBr(in_loops_.at(at));
            }
            loop_ = loop;
            if (auto added = add_block(at, loop ? in_loops_.at(at) : block); !added) return added;
            loop_ = nullptr;
        }
    }
    leaves_entry->eraseFromParent();
    build_.SetInsertPoint(entry_);
    if (auto added = add_patterns(); !added) return added;
    build_.CreateBr(dispatch_);
    return {};
}

Result<void> FunctionBuilder::add_block(std::uint32_t pc, llvm::BasicBlock* block) {
    build_.SetInsertPoint(block);
    pending_ = 0;
    index_patterns_.clear();
    // Of registers that live in one block. Each version has rooms of its own: one that is handed to a helper stays in memory.
    rooms_.clear();
    std::uint32_t statement = 0;  // that was begun last
    for (;; ++pc) {
        if (pc >= from_.code.size()) return failure("'" + from_.name + "' has no end");
        const Instruction& in = from_.code[pc];
        if (auto added = add_statement(pc, statement); !added) return added;
        ++pending_;
        if (operation_of(in)) {
            if (auto added = facts_->is_for_addresses(pc) ? Result<void>() : add_operation(pc, in); !added) return added;
        } else if (is_scalar_load(in.op) || is_scalar_store(in.op)) {
            if (auto added = add_access(pc, in); !added) return added;
        } else if (in.op == Op::local_address) {
            if (auto added = add_local_address(in); !added) return added;
        } else if (is_whole_shuffle(in)) {
            if (auto added = add_whole_shuffle(in); !added) return added;
        } else if (is_load_of_one_vector(in)) {
            index_patterns_.clear();  // it writes more than one register
            if (auto added = add_load_of_one_vector(pc, in); !added) return added;
        } else if (in.op == Op::branch) {
            if (auto added = add_steps(pc); !added) return added;
            return add_jump(in.a);
        } else if (in.op == Op::branch_if) {
            return add_branch_if(pc, in);
        } else if (in.op == Op::switch_on && !program_.counts_lines) {
            return add_switch(pc, in);
        } else {
            hand_over_pointers(pc, in);
            if (!program_.counts_lines) {
                const bool is_end = in.op == Op::ret && index_ == program_.entry;
                if (in.op == Op::barrier || is_end) {
                    if (auto added = add_whole_end(pc, is_end ? kNativeEnd : kNativeBarrier); !added) return added;
                    if (is_full_) return {};
                }
            }
            index_patterns_.clear();  // it may write more than one register
            if (in.op == Op::call) return add_call(pc, in);
            if (in.op == Op::ret && index_ != program_.entry && !program_.counts_lines)
                if (auto added = add_return(pc); !added) return added;
            if (may_move(in.op))
                if (auto added = add_steps(pc); !added) return added;
            const auto then = call_helper(pc, helper_of(in.op), pc + 1);
            if (!then) return std::unexpected(then.error());
            if (may_move(in.op)) {
                find_place(*then);
                return {};
            }
            auto* next = block_here();
            go_on_if_next(*then, next);
            build_.SetInsertPoint(next);
        }
        forget_patterns(in);
        if (leaders_[pc + 1]) {
            if (auto added = add_steps(pc); !added) return added;
            build_.CreateBr(way_to(pc + 1));
            return {};
        }
    }
}

Result<void> add_native_functions(llvm::Module& operations, const NativeSource& program) {
    std::size_t size = 0;
    for (const NativeSource::Function& function : program.functions) size += function.code.size();
    if (size > kMostInstructions) return failure("the kernel is too large for the native tier");
    std::vector<llvm::Function*> unused;
    for (llvm::Function& each : operations) unused.push_back(&each);
    for (std::size_t i = 0; i < program.functions.size(); ++i)
        if (auto added = FunctionBuilder(operations, program, i).add(); !added) return added;
    // What the functions of the bitcode call themselves.
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (llvm::Function* each : unused) {
            if (!each->isMaterializable() || each->use_empty()) continue;
            if (auto error = each->materialize()) return failure(llvm::toString(std::move(error)));
            is_done = false;
        }
    }
    for (llvm::Function* each : unused)
        if (each->isMaterializable() && each->use_empty()) each->eraseFromParent();
    if (auto error = operations.materializeMetadata()) return failure(llvm::toString(std::move(error)));
    return {};
}

}  // namespace warpwise::simt
