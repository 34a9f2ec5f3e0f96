#include <algorithm>

#include "simt/native/native_builder.h"

namespace warpwise::simt {

void FunctionBuilder::go_on_if_next(llvm::Value* then, llvm::BasicBlock* next) {
    auto* leave = block_here();
    auto* weights = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1);
    build_.CreateCondBr(build_.CreateICmpEQ(then, number(kNativeNext)), next, leave, weights);
    build_.SetInsertPoint(leave);
    leave_loop();
    build_.CreateRet(then);
}

llvm::AllocaInst* FunctionBuilder::kept_room(Operand from) {
    if (!loop_ || bank_of(from) != Bank::frame) return nullptr;
    const auto found = std::ranges::find(loop_->registers, offset_of(from), &KeptLoop::Register::slot);
    if (found == loop_->registers.end()) return nullptr;
    llvm::AllocaInst*& own = kept_rooms_[{loop_, found->slot}];
    if (!own) own = room((found->is_wide ? 8 : 4) * kLanes);
    return own;
}

const KeptLoop* FunctionBuilder::loop_at(std::uint32_t pc) const {
    const auto found = std::ranges::find_if(facts_->loops(), [&](const KeptLoop& each) { return each.holds(pc); });
    return is_full_ && found != facts_->loops().end() ? &*found : nullptr;
}

void FunctionBuilder::enter_loop(const KeptLoop& loop) {
    const KeptLoop* before = std::exchange(loop_, &loop);
    for (const KeptLoop::Register& each : loop.registers)
        copy_register(kept_room(each.slot), place(frame_, each.slot), each.is_wide);
    loop_ = before;
}

void FunctionBuilder::leave_loop() {
    if (!loop_) return;
    for (const KeptLoop::Register& each : loop_->registers)
        copy_register(place(frame_, each.slot), kept_room(each.slot), each.is_wide);
}

llvm::BasicBlock* FunctionBuilder::way_to(std::uint32_t target) {
    const KeptLoop* to = loop_at(target);
    if (to && to == loop_) return in_loops_.at(target);
    if (!loop_) return blocks().at(target);  // which begins by entering its loop
    const llvm::IRBuilderBase::InsertPointGuard here(build_);
    auto* leaving = block_here();
    build_.SetInsertPoint(leaving);
    leave_loop();
    build_.CreateBr(blocks().at(target));
    return leaving;
}

llvm::Value* FunctionBuilder::handed(Operand from, llvm::Value* lanes, bool is_wide, llvm::AllocaInst*& copy) {
    if (!kept_room(from)) return lanes;
    if (!copy) copy = room(8 * kLanes);
    copy_register(copy, lanes, is_wide);
    return copy;
}

void FunctionBuilder::take_back(Operand to, llvm::Value* lanes, bool is_wide) {
    if (auto* kept = kept_room(to)) copy_register(kept, lanes, is_wide);
}

Result<void> FunctionBuilder::add_ends_of_jumps() {
    turn_over_ = block_here();
    build_.SetInsertPoint(turn_over_);
    build_.CreateRet(number(kNativeTurnOver));
    meet_ = block_here();
    build_.SetInsertPoint(meet_);
    const auto meet = function("warpwise_meet");
    if (!meet) return std::unexpected(meet.error());
    auto* leave = block_here();
    auto* by = build_.CreateSwitch(build_.CreateCall(*meet, {state_}), leave, 2);
    by->addCase(number(0), dispatch_);
    by->addCase(number(1), turn_over_);
    build_.SetInsertPoint(leave);
    find_place(build_.CreateCall(helper("warpwise_join"), {state_, frame_, own_code_}));
    return {};
}

Result<void> FunctionBuilder::add_whole_end(std::uint32_t pc, std::uint32_t answer) {
    const auto is_whole = function("warpwise_is_whole");
    if (!is_whole) return std::unexpected(is_whole.error());
    if (auto added = add_steps(pc); !added) return added;
    if (is_full_) {
        hand_over_steps();
        build_.CreateStore(number(pc + 1), pc_place());
        build_.CreateRet(number(answer));
        return {};
    }
    auto *all = block_here(), *some = block_here();
    build_.CreateCondBr(build_.CreateCall(*is_whole, {state_}), all, some);
    build_.SetInsertPoint(all);
    hand_over_steps();
    build_.CreateStore(number(pc + 1), pc_place());
    build_.CreateRet(number(answer));
    build_.SetInsertPoint(some);
    return {};
}

Result<void> FunctionBuilder::add_jump(std::uint32_t target) {
    const auto jump = function("warpwise_jump");
    if (!jump) return std::unexpected(jump.error());
    auto* how = build_.CreateCall(*jump, {state_, number(target), steps()});
    auto* leaving = block_here();
    build_.CreateCondBr(build_.CreateICmpEQ(how, number(0)), way_to(target), leaving,
                        llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10));
    build_.SetInsertPoint(leaving);
    leave_loop();
    hand_over_steps();
    build_.CreateCondBr(build_.CreateICmpEQ(how, number(1)), meet_, turn_over_);
    return {};
}

Result<void> FunctionBuilder::add_uniform_branch(std::uint32_t pc, const Instruction& in) {
    const auto count = function("warpwise_count_branch");
    if (!count) return std::unexpected(count.error());
    if (auto added = add_steps(pc); !added) return added;
    build_.CreateCall(*count, {state_});
    auto *all = block_here(), *none = block_here();
    build_.CreateCondBr(build_.CreateTrunc(uniform(in.dst, false), build_.getInt1Ty()), all, none);
    build_.SetInsertPoint(all);
    if (auto added = add_jump(in.a); !added) return added;
    build_.SetInsertPoint(none);
    return add_jump(in.b);
}

Result<void> FunctionBuilder::add_split(std::uint32_t pc, const Instruction& in, llvm::Value* condition) {
    const bool is_own = is_elsewhere(in.dst);
    leave_loop();
    const KeptLoop* loop = std::exchange(loop_, nullptr);
    auto added = add_split_outside(pc, in, condition, is_own);
    loop_ = loop;
    return added;
}

Result<void> FunctionBuilder::add_split_outside(std::uint32_t pc, const Instruction& in, llvm::Value* condition, bool is_own) {
    if (!program_.counts_lines) {  // where lines are counted, the helper notes on which one lanes part
        const auto split = function("warpwise_split");
        if (!split) return std::unexpected(split.error());
        auto* own = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), instructions_, std::uint64_t{pc} * sizeof(Instruction));
        auto* whole = block_here();
        auto* given = condition;
        if (is_own) {  // LLVM keeps no room in the processor's registers whose address goes to a call
            given = scratch_32_;
            copy_register(given, condition, false);
        }
        hand_over_steps();
        auto* by = build_.CreateSwitch(build_.CreateCall(*split, {state_, given, own}), whole, 3);
        by->addCase(number(0), any_.at(in.a));
        by->addCase(number(1), any_.at(in.b));
        by->addCase(number(2), turn_over_);
        build_.SetInsertPoint(whole);
    }
    if (is_own) copy_register(place(frame_, in.dst), condition, false);
    const auto then = call_helper(pc, "warpwise_part", pc + 1);
    if (!then) return std::unexpected(then.error());
    find_place(*then);
    return {};
}

Result<void> FunctionBuilder::add_branch_if(std::uint32_t pc, const Instruction& in) {
    if (facts_->is_uniform(in.dst)) return add_uniform_branch(pc, in);
    const auto branch = function(is_full_ ? "warpwise_branch_if_full" : "warpwise_branch_if");
    if (!branch) return std::unexpected(branch.error());
    if (auto added = add_steps(pc); !added) return added;
    auto* condition = variable(in.dst);
    auto* how = build_.CreateCall(*branch, {state_, condition});
    auto *all = block_here(), *none = block_here(), *part = block_here();
    auto* by = build_.CreateSwitch(how, part, 2);
    by->addCase(number(0), all);
    by->addCase(number(1), none);
    build_.SetInsertPoint(part);
    if (auto added = add_split(pc, in, condition); !added) return added;
    build_.SetInsertPoint(all);
    if (auto added = add_jump(in.a); !added) return added;
    build_.SetInsertPoint(none);
    return add_jump(in.b);
}

Result<void> FunctionBuilder::add_switch(std::uint32_t pc, const Instruction& in) {
    const bool is_wide = in.flags & kWide;
    const auto count = function("warpwise_count_switch");
    const auto are_alike = function(is_wide ? "warpwise_are_alike_64" : "warpwise_are_alike_32");
    if (!count) return std::unexpected(count.error());
    if (!are_alike) return std::unexpected(are_alike.error());
    if (auto added = add_steps(pc); !added) return added;
    auto* value = uniform(in.dst, is_wide);
    if (!facts_->is_uniform(in.dst)) {
        auto *alike = block_here(), *parted = block_here();
        build_.CreateCondBr(build_.CreateCall(*are_alike, {variable(in.dst), function_->getArg(3), value}), alike, parted);
        build_.SetInsertPoint(parted);
        const auto then = call_helper(pc, helper_of(in.op), pc + 1);
        if (!then) return std::unexpected(then.error());
        find_place(*then);
        build_.SetInsertPoint(alike);
    }
    build_.CreateCall(*count, {state_});
    std::map<std::uint32_t, llvm::BasicBlock*> ways{{in.a, block_here()}};
    const auto& cases = from_.switches[static_cast<std::size_t>(in.imm)].cases;
    auto* by = build_.CreateSwitch(value, ways.at(in.a), static_cast<unsigned>(cases.size()));
    for (const auto& [number, target] : cases) {
        llvm::BasicBlock*& way = ways[target];
        if (!way) way = block_here();
        by->addCase(is_wide ? build_.getInt64(number) : build_.getInt32(static_cast<std::uint32_t>(number)), way);
    }
    for (const auto& [target, way] : ways) {
        build_.SetInsertPoint(way);
        if (auto added = add_jump(target); !added) return added;
    }
    return {};
}

}  // namespace warpwise::simt
