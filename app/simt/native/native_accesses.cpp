#include <fmt/format.h>

#include "simt/native/native_builder.h"

namespace warpwise::simt {

Result<void> FunctionBuilder::add_whole_access(std::uint32_t pc, const Instruction& in) {
    if (program_.counts_lines) hand_over(in.a, true);
    return add_access_call(pc, in, helper_of(in.op), handed(in.a, lanes_of(in.a, true), true, handed_address_));
}

Result<void> FunctionBuilder::add_access_call(std::uint32_t pc, const Instruction& in, const char* name, llvm::Value* address) {
    const bool is_load = is_scalar_load(in.op), keeps = is_load && keeps_inactive(in);
    const bool is_wide = access_bytes(in) == 8;
    llvm::Value* lanes = keeps ? scratch(in) : is_load ? variable(in.dst) : lanes_of(in.b, is_wide);
    lanes = handed(is_load ? in.dst : in.b, lanes, is_wide, handed_data_);
    hand_over_pointers(pc, in);
    const auto then = call_helper(pc, name, pc + 1, address, lanes);
    if (!then) return std::unexpected(then.error());
    auto* next = block_here();
    go_on_if_next(*then, next);
    build_.SetInsertPoint(next);
    if (is_load) take_back(in.dst, lanes, is_wide);
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
    auto* index = handed(form.index->operand, lanes_of(form.index->operand, false), false, handed_index_);
    build_.CreateStore(index, place(lanes, offsetof(IndexedLanes, index)));
    build_.CreateStore(build_.getInt64(form.index->is_signed), place(lanes, offsetof(IndexedLanes, is_signed)));
    const auto name = fmt::format("warpwise_{}_{}", is_scalar_load(in.op) ? "gather" : "scatter", access_bytes(in));
    return add_access_call(pc, in, name.c_str(), lanes);
}

llvm::Value* FunctionBuilder::pattern_of(const std::vector<AddressForm::Special>& specials) {
    for (const auto& [known, at] : patterns_)
        if (known == specials) return at;
    if (patterns_.size() == kMostPatterns) return nullptr;
    const auto offset = static_cast<std::uint32_t>(offsetof(WarpFlow, patterns) + patterns_.size() * sizeof(KnownPattern));
    llvm::IRBuilder<> at(entry_->getTerminator());
    return patterns_.emplace_back(specials, at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), flow_, offset)).second;
}

Result<void> FunctionBuilder::add_patterns() {
    if (patterns_.empty()) return {};
    const auto find = function("warpwise_pattern_small");
    if (!find) return std::unexpected(find.error());
    auto *looks = block_here(), *knows = block_here();
    auto* latest = place(flow_, offsetof(WarpFlow, patterns_of));
    build_.CreateCondBr(build_.CreateICmpEQ(build_.CreateLoad(pointer_, latest), own_code_), knows, looks);
    build_.SetInsertPoint(looks);
    build_.CreateStore(own_code_, latest);
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
        build_.CreateStore(known, place(at, offsetof(KnownPattern, is_known)));
    }
    build_.CreateBr(knows);
    build_.SetInsertPoint(knows);
    return {};
}

Result<FunctionBuilder::IndexPattern> FunctionBuilder::find_index_pattern(std::uint32_t pc, const AddressForm::Term& index) {
    for (const IndexPattern& each : index_patterns_)
        if (each.operand == index.operand && each.is_signed == index.is_signed) return each;
    const auto find = function(index.is_signed ? "warpwise_pattern_signed" : "warpwise_pattern_unsigned");
    if (!find) return std::unexpected(find.error());
    auto* pattern = room(64);
    if (!is_full_ || program_.checks_each_access) {
        auto* is_known = build_.CreateCall(*find, {variable(index.operand), pattern});
        return index_patterns_.emplace_back(IndexPattern{index.operand, index.is_signed, pattern, is_known, nullptr});
    }
    const auto line = function("warpwise_is_line");
    if (!line) return std::unexpected(line.error());
    auto* ranges = build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, ranges)));
    const auto own = static_cast<std::uint32_t>(pc * sizeof(CachedRange) + offsetof(CachedRange, is_scattered));
    auto* is_scattered = build_.CreateTrunc(build_.CreateLoad(build_.getInt8Ty(), place(ranges, own)), build_.getInt1Ty());
    // without a value on the path that does not look, LLVM would keep the previous one live in all blocks
    for (std::uint32_t i = 0; i < sizeof(Pattern); i += 8) build_.CreateStore(build_.getInt64(0), place(pattern, i));
    auto *before = build_.GetInsertBlock(), *looks = block_here(), *goes_on = block_here();
    build_.CreateCondBr(is_scattered, goes_on, looks);
    build_.SetInsertPoint(looks);
    auto* is_known = build_.CreateCall(*find, {variable(index.operand), pattern});
    auto* is_line = build_.CreateAnd(is_known, build_.CreateCall(*line, {pattern}));
    build_.CreateBr(goes_on);
    build_.SetInsertPoint(goes_on);
    const auto where_looked = [&](llvm::Value* value) {
        auto* out = build_.CreatePHI(build_.getInt1Ty(), 2);
        out->addIncoming(build_.getFalse(), before);
        out->addIncoming(value, looks);
        return out;
    };
    return index_patterns_.emplace_back(
        IndexPattern{index.operand, index.is_signed, pattern, where_looked(is_known), where_looked(is_line)});
}

void FunctionBuilder::forget_patterns(const Instruction& in) {
    if (!writes_register(in.op)) return;
    std::erase_if(index_patterns_, [&](const IndexPattern& each) {
        const std::uint32_t slot = offset_of(each.operand);
        return bank_of(each.operand) == Bank::frame && slot < in.dst + 8 * kLanes && in.dst < slot + 4 * kLanes;
    });
}

Result<void> FunctionBuilder::add_line_access(std::uint32_t pc, const Instruction& in, const AddressForm& form) {
    const bool is_load = is_scalar_load(in.op);
    const std::uint32_t bytes = access_bytes(in);
    const auto name = [&](const char* how) { return fmt::format("warpwise_{}_{}_{}", is_load ? "load" : "store", bytes, how); };
    const auto line = function(name("line").c_str()), apart = function(name("apart").c_str());
    if (!line) return std::unexpected(line.error());
    if (!apart) return std::unexpected(apart.error());
    const auto found = find_index_pattern(pc, *form.index);
    if (!found) return std::unexpected(found.error());
    llvm::Value *base = add_base(form), *scale = build_.getInt64(static_cast<std::uint64_t>(form.index->scale));
    llvm::Value* data = is_load ? variable(in.dst) : lanes_of(in.b, in.op == Op::store_8);
    auto *at_once = block_here(), *known = block_here(), *by_halves = block_here(), *whole = block_here(), *done = block_here();
    auto* likely = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10);
    if (form.index->scale == static_cast<std::int64_t>(bytes)) {
        build_.CreateCondBr(found->is_line, at_once, known, likely);
        build_.SetInsertPoint(at_once);
        auto* first = build_.CreateAdd(base, build_.CreateMul(build_.CreateLoad(build_.getInt64Ty(), found->pattern), scale));
        build_.CreateCondBr(build_.CreateCall(*line, {state_, number(pc), first, data}), done, whole, likely);
    } else {
        build_.CreateBr(known);
        at_once->eraseFromParent();
    }
    build_.SetInsertPoint(known);
    build_.CreateCondBr(found->is_known, by_halves, whole, likely);
    build_.SetInsertPoint(by_halves);
    auto* copy = room(sizeof(Pattern));  // LLVM keeps no room in the processor's registers whose address goes to a call
    for (std::uint32_t i = 0; i < sizeof(Pattern); i += 8)
        build_.CreateStore(build_.CreateLoad(build_.getInt64Ty(), place(found->pattern, i)), place(copy, i));
    const Operand moved = is_load ? in.dst : in.b;
    auto* given = handed(moved, data, bytes == 8, handed_data_);
    auto* taken = is_load && kept_room(moved) ? block_here() : done;
    build_.CreateCondBr(build_.CreateCall(*apart, {state_, number(pc), base, scale, copy, given}), taken, whole, likely);
    if (taken != done) {
        build_.SetInsertPoint(taken);
        take_back(moved, given, bytes == 8);
        build_.CreateBr(done);
    }
    build_.SetInsertPoint(whole);
    if (auto added = add_indexed_access(pc, in, form, base); !added) return added;
    build_.CreateBr(done);
    build_.SetInsertPoint(done);
    return {};
}

// The instructions that compute an address were put off until here.
Result<void> FunctionBuilder::add_steps_of(const AddressForm& form) {
    for (const std::uint32_t step : form.steps)
        if (auto added = add_operation(step, from_.code[step]); !added) return added;
    return {};
}

Result<void> FunctionBuilder::add_checked_access(std::uint32_t pc, const Instruction& in, const AddressForm& form) {
    const std::uint32_t bytes = access_bytes(in);
    const bool has_pattern = form.index || !form.specials.empty();
    llvm::Value *pattern = nullptr, *is_known = build_.getTrue();
    if (is_full_ && bytes >= 4 && form.index) {
        const auto found = find_index_pattern(pc, *form.index);
        if (!found) return std::unexpected(found.error());
        pattern = found->pattern, is_known = found->is_known;
    } else if (is_full_ && bytes >= 4 && has_pattern && (pattern = pattern_of(form.specials))) {
        is_known = build_.CreateLoad(build_.getInt1Ty(), place(pattern, offsetof(KnownPattern, is_known)));
    }
    llvm::Value* base = add_base(form);
    llvm::BasicBlock* done = nullptr;
    if (is_full_ && bytes >= 4 && (pattern || !has_pattern)) {
        auto *by_halves = block_here(), *whole = block_here();
        done = block_here();
        auto* likely = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10);
        build_.CreateCondBr(is_known, by_halves, whole, likely);
        build_.SetInsertPoint(by_halves);
        const std::uint32_t pending = pending_;
        const auto name = fmt::format("warpwise_{}_halves_{}", is_scalar_load(in.op) ? "load" : "store", bytes);
        const auto scale = form.index ? static_cast<std::uint64_t>(form.index->scale) : 1;
        if (auto added = add_access_call(pc, in, name.c_str(), add_halves(base, scale, pattern)); !added) return added;
        build_.CreateBr(done);
        pending_ = pending;  // on the other way, too
        build_.SetInsertPoint(whole);
    }
    if (!form.index)
        if (auto added = add_steps_of(form); !added) return added;
    if (auto added = form.index ? add_indexed_access(pc, in, form, base) : add_whole_access(pc, in); !added) return added;
    if (!done) return {};
    build_.CreateBr(done);
    build_.SetInsertPoint(done);
    return {};
}

llvm::Value* FunctionBuilder::add_halves(llvm::Value* base, std::uint64_t scale, llvm::Value* pattern) {
    auto* halves = room(2 * sizeof(Half));
    auto* pair = llvm::FixedVectorType::get(build_.getInt64Ty(), 2);
    for (std::uint32_t h = 0; h < 2; ++h) {
        const auto scaled = [&](std::size_t at) -> llvm::Value* {
            if (!pattern) return build_.getInt64(0);
            auto* number = build_.CreateLoad(build_.getInt64Ty(), place(pattern, static_cast<std::uint32_t>(at) + 8 * h));
            return build_.CreateMul(number, build_.getInt64(scale));
        };
        // Both at once: what is stored in parts would be late for the helper, which loads them together.
        static_assert(sizeof(Half) == 16 && offsetof(Half, step) == 8);
        llvm::Value* half = llvm::PoisonValue::get(pair);
        half = build_.CreateInsertElement(half, build_.CreateAdd(base, scaled(offsetof(Pattern, first))), std::uint64_t{0});
        half = build_.CreateInsertElement(half, scaled(offsetof(Pattern, step)), std::uint64_t{1});
        build_.CreateStore(half, place(halves, h * static_cast<std::uint32_t>(sizeof(Half))));
    }
    return halves;
}

Result<void> FunctionBuilder::add_access(std::uint32_t pc, const Instruction& in) {
    const auto form = facts_->address_of(pc);
    if (!form) return add_whole_access(pc, in);
    if (program_.checks_each_access) return add_checked_access(pc, in, *form);
    const bool is_load = is_scalar_load(in.op);
    const std::uint32_t bytes = access_bytes(in);
    if (!is_full_ && bytes < 4) {  // no processor loads those under a mask
        if (form->index) return add_indexed_access(pc, in, *form, add_base(*form));
        if (auto added = add_steps_of(*form); !added) return added;
        return add_whole_access(pc, in);
    }
    llvm::Value* pattern = form->specials.empty() ? nullptr : pattern_of(form->specials);
    if (!form->index && !form->specials.empty() && !pattern) {  // one too many
        if (auto added = add_steps_of(*form); !added) return added;
        return add_whole_access(pc, in);
    }
    if (is_full_ && form->index) return add_line_access(pc, in, *form);
    const auto at_once =
        function(fmt::format("warpwise_{}_{}_{}", is_load ? "load" : "store", bytes, is_full_ ? "halves" : "row").c_str());
    if (!at_once) return std::unexpected(at_once.error());
    llvm::Value* base = add_base(*form);
    auto *fast = block_here(), *whole = block_here(), *done = block_here();
    auto* likely = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10);
    std::uint64_t scale = 1;
    if (form->index) {
        const auto found = find_index_pattern(pc, *form->index);
        if (!found) return std::unexpected(found.error());
        pattern = found->pattern;
        scale = static_cast<std::uint64_t>(form->index->scale);
        build_.CreateCondBr(found->is_known, fast, whole, likely);
    } else if (!form->specials.empty()) {
        auto* known = build_.CreateLoad(build_.getInt1Ty(), place(pattern, offsetof(KnownPattern, is_known)));
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
        if (auto added = add_steps_of(*form); !added) return added;
    if (auto added = form->index ? add_indexed_access(pc, in, *form, base) : add_whole_access(pc, in); !added) return added;
    build_.CreateBr(done);
    build_.SetInsertPoint(done);
    return {};
}

bool FunctionBuilder::is_load_of_one_vector(const Instruction& in) const {
    const bool is_wide = in.flags & kWide;
    return in.op == Op::load_vector && !program_.checks_each_access && in.imm == (is_wide ? 8 : 4) && facts_->is_uniform(in.a);
}

Result<void> FunctionBuilder::add_load_of_one_vector(std::uint32_t pc, const Instruction& in) {
    const auto load = function(in.imm == 8 ? "warpwise_load_vector_8" : "warpwise_load_vector_4");
    if (!load) return std::unexpected(load.error());
    auto *whole = block_here(), *done = block_here();
    auto* good = build_.CreateCall(*load, {state_, number(pc), uniform(in.a, true), number(in.aux), place(frame_, in.dst)});
    build_.CreateCondBr(good, done, whole, llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1u << 10));
    build_.SetInsertPoint(whole);
    hand_over(in.a, true);
    hand_over_pointers(pc, in);
    const auto then = call_helper(pc, helper_of(in.op), pc + 1);
    if (!then) return std::unexpected(then.error());
    auto* next = block_here();
    go_on_if_next(*then, next);
    build_.SetInsertPoint(next);
    build_.CreateBr(done);
    build_.SetInsertPoint(done);
    return {};
}

}  // namespace warpwise::simt
