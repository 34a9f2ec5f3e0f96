#include <fmt/format.h>

#include "simt/native/native_builder.h"

namespace warpwise::simt {

Result<void> FunctionBuilder::add_whole_access(std::uint32_t pc, const Instruction& in) {
    if (program_.counts_lines) hand_over(in.a, true);
    return add_access_call(pc, in, helper_of(in.op), lanes_of(in.a, true));
}

Result<void> FunctionBuilder::add_access_call(std::uint32_t pc, const Instruction& in, const char* name, llvm::Value* address) {
    const bool is_load = is_scalar_load(in.op), keeps = is_load && keeps_inactive(in);
    llvm::Value* lanes = keeps ? scratch(in) : is_load ? variable(in.dst) : lanes_of(in.b, in.op == Op::store_8);
    hand_over_pointers(pc, in);
    const auto then = call_helper(pc, name, pc + 1, address, lanes);
    if (!then) return std::unexpected(then.error());
    auto* next = block_here();
    go_on_if_next(*then, next);
    build_.SetInsertPoint(next);
    return keeps ? add_keep(in) : Result<void>();
}

llvm::Value* FunctionBuilder::add_base(const AddressForm& form) {
    llvm::Value* base = build_.getInt64(static_cast<std::uint64_t>(form.offset));
    for (const AddressForm::Term& term : form.terms) {
        llvm::Value* value = uniform(term.operand, term.is_wide);
        if (!term.is_wide)
            value = term.is_signed ? build_.CreateSExt(value, build_.getInt64Ty()) : build_.CreateZExt(value, build_.getInt64Ty());
        base = build_.CreateAdd(base, build_.CreateMul(value, build_.getInt64(static_cast<std::uint64_t>(term.scale))));
    }
    return base;
}

Result<void> FunctionBuilder::add_indexed_access(std::uint32_t pc, const Instruction& in, const AddressForm& form,
                                                 llvm::Value* base) {
    auto* lanes = room(sizeof(IndexedLanes));
    build_.CreateStore(base, place(lanes, offsetof(IndexedLanes, base)));
    build_.CreateStore(build_.getInt64(static_cast<std::uint64_t>(form.index->scale)), place(lanes, offsetof(IndexedLanes, scale)));
    build_.CreateStore(lanes_of(form.index->operand, false), place(lanes, offsetof(IndexedLanes, index)));
    build_.CreateStore(build_.getInt64(form.index->is_signed), place(lanes, offsetof(IndexedLanes, is_signed)));
    const auto name = fmt::format("warpwise_{}_{}", is_scalar_load(in.op) ? "gather" : "scatter", access_bytes(in));
    return add_access_call(pc, in, name.c_str(), lanes);
}

llvm::Value* FunctionBuilder::pattern_of(const std::vector<AddressForm::Special>& specials) {
    for (const auto& [known, at] : patterns_)
        if (known == specials) return at;
    return patterns_.emplace_back(specials, room(64)).second;
}

Result<void> FunctionBuilder::add_patterns() {
    const auto find = function("warpwise_pattern_small");
    if (!find) return std::unexpected(find.error());
    auto* lanes = llvm::FixedVectorType::get(word_, 16);
    for (const auto& [specials, at] : patterns_) {
        auto* numbers = room(8 * kLanes);
        for (std::uint32_t half = 0; half < 2; ++half) {
            llvm::Value* sum = llvm::ConstantAggregateZero::get(lanes);
            for (const AddressForm::Special& each : specials) {
                auto* own = build_.CreateLoad(lanes, place(variable(each.operand), half * 64));
                sum = build_.CreateAdd(sum, build_.CreateMul(own, llvm::ConstantInt::get(lanes, each.scale)));
            }
            build_.CreateStore(sum, place(numbers, half * 64));
        }
        auto* known = build_.CreateCall(*find, {numbers, at});
        build_.CreateStore(known, place(at, 32));
    }
    return {};
}

Result<void> FunctionBuilder::add_access(std::uint32_t pc, const Instruction& in) {
    const auto form = !program_.checks_each_access ? facts_->address_of(pc) : std::nullopt;
    if (!form) return add_whole_access(pc, in);
    const bool is_load = is_scalar_load(in.op);
    const std::uint32_t bytes = access_bytes(in);
    if (!is_full_ && bytes < 4) {  // no processor loads those under a mask
        if (form->index) return add_indexed_access(pc, in, *form, add_base(*form));
        for (const std::uint32_t step : form->steps)
            if (auto added = add_operation(step, from_.code[step]); !added) return added;
        return add_whole_access(pc, in);
    }
    const auto at_once =
        function(fmt::format("warpwise_{}_{}_{}", is_load ? "load" : "store", bytes, is_full_ ? "halves" : "row").c_str());
    if (!at_once) return std::unexpected(at_once.error());
    llvm::Value* base = add_base(*form);
    auto *fast = block_here(), *whole = block_here(), *done = block_here();
    auto* likely = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10);
    llvm::Value* pattern = nullptr;
    std::uint64_t scale = 1;
    if (form->index) {
        const auto find = function(form->index->is_signed ? "warpwise_pattern_signed" : "warpwise_pattern_unsigned");
        if (!find) return std::unexpected(find.error());
        pattern = room(64);
        scale = static_cast<std::uint64_t>(form->index->scale);
        build_.CreateCondBr(build_.CreateCall(*find, {variable(form->index->operand), pattern}), fast, whole, likely);
    } else if (!form->specials.empty()) {
        pattern = pattern_of(form->specials);
        auto* known = build_.CreateLoad(build_.getInt1Ty(), place(pattern, 32));
        build_.CreateCondBr(known, fast, whole, likely);
    } else {
        pattern = room(64);
        for (std::uint32_t i = 0; i < 4; ++i) build_.CreateStore(build_.getInt64(0), place(pattern, 8 * i));
        build_.CreateBr(fast);
    }
    build_.SetInsertPoint(fast);
    const bool keeps = is_load && keeps_inactive(in);
    llvm::Value* data = keeps ? scratch(in) : is_load ? variable(in.dst) : lanes_of(in.b, in.op == Op::store_8);
    auto* good = build_.CreateCall(*at_once, {state_, number(pc), base, build_.getInt64(scale), pattern, data});
    auto* keep = keeps ? block_here() : done;
    build_.CreateCondBr(good, keep, whole, likely);
    if (keeps) {
        build_.SetInsertPoint(keep);
        if (auto added = add_keep(in); !added) return added;
        build_.CreateBr(done);
    }
    build_.SetInsertPoint(whole);
    if (!form->index)
        for (const std::uint32_t step : form->steps)
            if (auto added = add_operation(step, from_.code[step]); !added) return added;
    // steps that are not added yet stay so: what follows is reached from here and from the other way
    const std::uint32_t pending = pending_;
    if (auto added = form->index ? add_indexed_access(pc, in, *form, base) : add_whole_access(pc, in); !added) return added;
    if (auto taken = take_steps(pending); !taken) return taken;
    pending_ = pending;
    build_.CreateBr(done);
    build_.SetInsertPoint(done);
    return {};
}

Result<void> FunctionBuilder::take_steps(std::uint32_t count) {
    if (count == 0) return {};
    const auto steps = function("warpwise_steps");
    if (!steps) return std::unexpected(steps.error());
    build_.CreateCall(*steps, {state_, number(0 - count)});
    return {};
}

}  // namespace warpwise::simt
