// Calls to __device__ functions, and returns from them.
#include <algorithm>

#include "simt/native/native_builder.h"

namespace warpwise::simt {

void FunctionBuilder::find_place(llvm::Value* then, std::uint32_t back) {
    auto* stays = block_here();
    go_on_if_next(then, stays);
    build_.SetInsertPoint(stays);
    auto *leave = block_here(), *here = block_here();
    auto* same_code = build_.CreateICmpEQ(build_.CreateLoad(pointer_, state_), own_code_);
    auto* same_call = build_.CreateICmpEQ(build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, frame))), frame_);
    build_.CreateCondBr(build_.CreateAnd(same_code, same_call), here, leave);
    build_.SetInsertPoint(leave);
    build_.CreateRet(number(kNativeNext));
    build_.SetInsertPoint(here);
    if (back != kNoPc) take_back_steps();  // compiled code of another function ran
    if (!is_full_ || back == kNoPc) {
        build_.CreateBr(dispatch_);
        return;
    }
    auto* is_back = build_.CreateICmpEQ(build_.CreateLoad(word_, pc_place()), number(back));
    auto* active = build_.CreateLoad(word_, place(state_, offsetof(LoopState, active)));
    build_.CreateCondBr(build_.CreateAnd(is_back, build_.CreateICmpEQ(active, number(kLanes))), blocks().at(back), dispatch_);
}

Result<void> FunctionBuilder::add_call(std::uint32_t pc, const Instruction& in) {
    const CallSite& site = from_.calls[in.a];
    const NativeSource::Function& callee = program_.functions[site.callee];
    const auto frame_bytes = static_cast<std::uint32_t>(from_.frame_bytes);
    const bool calls = std::ranges::any_of(
        callee.code, [](const Instruction& each) { return each.op == Op::call || each.op == Op::call_indirect; });
    const bool is_inner = !calls && !program_.counts_lines;
    const std::size_t count = std::min(site.arguments.size(), callee.parameters.size());
    const bool is_plain = !program_.counts_lines &&
                          std::none_of(callee.parameters.begin(), callee.parameters.begin() + static_cast<std::ptrdiff_t>(count),
                                       [](const Parameter& each) { return each.by_value_bytes != 0; });
    llvm::BasicBlock* entered = is_inner ? block_here() : nullptr;
    if (auto added = add_steps(pc); !added) return added;
    if (is_plain) {
        const auto begin = function("warpwise_begin_call"), is_over = function("warpwise_is_turn_over");
        if (!begin) return std::unexpected(begin.error());
        if (!is_over) return std::unexpected(is_over.error());
        hand_over_steps();
        build_.CreateStore(number(pc + 1), pc_place());
        auto *plain = block_here(), *rest = block_here(), *goes_on = entered ? entered : block_here();
        auto* begun =
            build_.CreateCall(*begin, {state_, number(static_cast<std::uint32_t>(index_)), number(site.callee), number(in.a)});
        build_.CreateCondBr(begun, plain, rest, llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1));
        build_.SetInsertPoint(plain);
        for (std::size_t i = 0; i < count; ++i) {
            const Parameter& to = callee.parameters[i];
            const Operand from = site.arguments[i];
            auto* value = bank_of(from) == Bank::constants ? constant_lanes(module_, constants_from(offset_of(from)), to.wide)
                                                           : variable(from);
            copy_register(place(frame_, frame_bytes + to.slot), value, to.wide);
        }
        build_.CreateCondBr(build_.CreateCall(*is_over, {state_, steps()}), turn_over_, goes_on);
        if (!entered) {
            build_.SetInsertPoint(goes_on);
            build_.CreateRet(number(kNativeNext));
        }
        build_.SetInsertPoint(rest);
    }
    const auto then = call_helper(pc, helper_of(in.op), pc + 1);
    if (!then) return std::unexpected(then.error());
    if (!entered) {
        find_place(*then);
        return {};
    }
    go_on_if_next(*then, entered);
    build_.SetInsertPoint(entered);
    // derived from this function's frame, which LLVM might otherwise assume to be unchanged after the call
    auto* frame = place(frame_, frame_bytes);
    const auto function = module_.getOrInsertFunction(native_name(site.callee), function_->getFunctionType());
    find_place(build_.CreateCall(function, {state_, frame, function_->getArg(2), function_->getArg(3)}), pc + 1);
    return {};
}

Result<void> FunctionBuilder::add_return(std::uint32_t pc) {
    const auto end = function("warpwise_end_call"), is_over = function("warpwise_is_turn_over");
    if (!end) return std::unexpected(end.error());
    if (!is_over) return std::unexpected(is_over.error());
    if (auto added = add_steps(pc); !added) return added;
    hand_over_steps();
    build_.CreateStore(number(pc + 1), pc_place());
    auto *plain = block_here(), *rest = block_here(), *goes_on = block_here();
    auto* ended = build_.CreateCall(*end, {state_, number(static_cast<std::uint32_t>(index_))});
    build_.CreateCondBr(ended, plain, rest, llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1));
    build_.SetInsertPoint(plain);
    build_.CreateCondBr(build_.CreateCall(*is_over, {state_, steps()}), turn_over_, goes_on);
    build_.SetInsertPoint(goes_on);
    build_.CreateRet(number(kNativeNext));
    build_.SetInsertPoint(rest);
    return {};
}

}  // namespace warpwise::simt
