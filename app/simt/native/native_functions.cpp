#include "simt/native/native_functions.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <span>

#include "simt/code/bytecode_facts.h"
#include "simt/native/native_calls.h"
#include "simt/native/native_facts.h"
#include "simt/native/native_operands.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostInstructions = 1000;  // of all functions, some seconds of work; what is larger stays interpreted

// One function.
class FunctionBuilder {
  public:
    FunctionBuilder(llvm::Module& module, const NativeSource& program, std::size_t index)
        : module_(module),
          program_(program),
          from_(program.functions[index]),
          index_(index),
          build_(module.getContext()),
          word_(build_.getInt32Ty()),
          pointer_(build_.getPtrTy()) {
        auto* type = llvm::FunctionType::get(word_, {pointer_, pointer_, pointer_, pointer_}, false);
        function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, native_name(index), module);
        for (llvm::Argument& argument : function_->args()) argument.addAttr(llvm::Attribute::NoAlias);
        state_ = function_->getArg(0);
        frame_ = function_->getArg(1);
        function_->addFnAttr(llvm::Attribute::getWithUWTableKind(module.getContext(), llvm::UWTableKind::Async));
    }

    Result<void> add() {
        leaders_ = leaders_of(from_);
        const std::function<OperationShape(const Instruction&)> shape_of = [this](const Instruction& in) { return shape(in); };
        const FunctionFacts facts(program_, index_, leaders_, shape_of);
        facts_ = &facts;
        if (error_) return failure(*error_);
        auto& context = module_.getContext();
        entry_ = llvm::BasicBlock::Create(context, "entry", function_);
        build_.SetInsertPoint(entry_);
        own_code_ = build_.CreateLoad(pointer_, state_);
        scratch_ = room(8 * kLanes);
        instructions_ = add_instructions();
        dispatch_ = llvm::BasicBlock::Create(context, "dispatch", function_);
        auto* nowhere = llvm::BasicBlock::Create(context, "nowhere", function_);
        auto* leaves_entry = build_.CreateBr(dispatch_);
        build_.SetInsertPoint(nowhere);
        build_.CreateRet(number(kNativeElsewhere));
        build_.SetInsertPoint(dispatch_);
        auto *full = block_here(), *part = block_here();
        auto* pc = build_.CreateLoad(word_, pc_place());
        auto* active = build_.CreateLoad(word_, place(state_, offsetof(LoopState, active)));
        build_.CreateCondBr(build_.CreateICmpEQ(active, number(kLanes)), full, part);
        for (const bool is_full : {true, false}) {
            build_.SetInsertPoint(is_full ? full : part);
            auto* by_pc = build_.CreateSwitch(pc, nowhere);
            blocks_.clear();
            for (std::uint32_t at = 0; at < leaders_.size(); ++at) {
                if (!leaders_[at]) continue;
                blocks_[at] = llvm::BasicBlock::Create(context, "", function_);
                by_pc->addCase(number(at), blocks_[at]);
            }
            is_full_ = is_full;
            for (const auto& [at, block] : blocks_)
                if (auto added = add_block(at, block); !added) return added;
        }
        build_.SetInsertPoint(leaves_entry);
        return add_patterns();
    }

  private:
    llvm::ConstantInt* number(std::uint32_t value) { return build_.getInt32(value); }
    llvm::Value* place(llvm::Value* base, std::uint32_t offset) {
        return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), base, offset);
    }
    llvm::Value* pc_place() { return place(state_, offsetof(LoopState, pc)); }
    // Memory of this function that LLVM may keep in registers.
    llvm::AllocaInst* room(std::uint32_t bytes) {
        llvm::IRBuilder<> at(entry_, entry_->begin());
        auto* out = at.CreateAlloca(llvm::ArrayType::get(at.getInt8Ty(), bytes));
        out->setAlignment(llvm::Align(64));
        return out;
    }
    // Where a register is: in the frame, or in a room of its own.
    llvm::Value* variable(Operand from) {
        if (bank_of(from) != Bank::frame) return place(function_->getArg(2), offset_of(from));
        if (!facts_->is_private(offset_of(from))) return place(frame_, offset_of(from));
        llvm::Value*& own = rooms_[offset_of(from)];
        if (!own) own = room(8 * kLanes);
        return own;
    }
    // The lane that a uniform register is read from.
    llvm::Value* first_lane() {
        if (is_full_) return build_.getInt64(0);
        auto* mask = build_.CreateLoad(word_, build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, mask))));
        return build_.CreateZExt(build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, build_.getTrue()), build_.getInt64Ty());
    }
    // What all active lanes have.
    llvm::Value* uniform(Operand from, bool is_wide) {
        auto* type = is_wide ? build_.getInt64Ty() : build_.getInt32Ty();
        if (bank_of(from) == Bank::constants) {
            std::uint64_t value = 0;
            std::memcpy(&value, program_.constants.data() + offset_of(from), is_wide ? 8 : 4);
            return llvm::ConstantInt::get(type, value);
        }
        auto* lane = bank_of(from) == Bank::frame ? first_lane() : build_.getInt64(0);
        return build_.CreateLoad(type, build_.CreateInBoundsGEP(type, variable(from), lane));
    }
    llvm::Value* spread(Operand from, bool is_wide) {
        auto* one = build_.CreateVectorSplat(16, uniform(from, is_wide));
        auto* out = room(8 * kLanes);
        build_.CreateStore(one, out);
        build_.CreateStore(one, place(out, is_wide ? 128 : 64));
        return out;
    }
    // How the bitcode's function of an operation reads its operands.
    OperationShape shape(const Instruction& in) {
        OperationShape out;
        if (!operation_function(in)) return out;
        const auto operation = function(operation_function(in));
        if (!operation) {
            error_ = operation.error().message;
            return out;
        }
        out.is_operation = true;
        for (unsigned i = 0; i < 3; ++i) {
            const llvm::Argument& argument = *(*operation)->getArg(2 + i);
            if (!argument.use_empty() && lane_bits(argument) == 0)
                error_ = fmt::format("the native tier cannot tell how {} reads its operands", operation_function(in));
            out.operands[i] = {!argument.use_empty(), reads_wide(argument)};
        }
        return out;
    }
    std::span<const std::uint8_t> constants_from(std::size_t offset) const {
        const std::span all(program_.constants);
        return all.subspan(std::min(offset, all.size()));
    }
    llvm::Value* operand(Operand from, const llvm::Function& operation, unsigned argument) {
        if (operation.getArg(argument)->use_empty()) return llvm::PoisonValue::get(pointer_);
        const bool is_wide = reads_wide(*operation.getArg(argument));
        if (bank_of(from) == Bank::constants) return constant_lanes(module_, constants_from(offset_of(from)), is_wide);
        return facts_->is_uniform(from) ? spread(from, is_wide) : variable(from);
    }

    // The instructions as a constant, so that what an operation reads of its own is known to LLVM.
    llvm::GlobalVariable* add_instructions() {
        const llvm::StringRef bytes(reinterpret_cast<const char*>(from_.code.data()), from_.code.size() * sizeof(Instruction));
        auto* data = llvm::ConstantDataArray::getRaw(bytes, bytes.size(), build_.getInt8Ty());
        return new llvm::GlobalVariable(module_, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data);
    }

    // A function of the bitcode, read when it is first asked for.
    Result<llvm::Function*> function(const char* name) {
        llvm::Function* found = module_.getFunction(name);
        if (!found) return failure(std::string("the native tier has no ") + name);
        if (auto error = found->materialize()) return failure(llvm::toString(std::move(error)));
        if (!found->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
            found->addFnAttr(llvm::Attribute::AlwaysInline);
            found->setLinkage(llvm::GlobalValue::InternalLinkage);
        }
        for (const char* each : {"target-cpu", "target-features", "prefer-vector-width", "min-legal-vector-width", "tune-cpu"})
            if (found->hasFnAttribute(each) && !function_->hasFnAttribute(each)) function_->addFnAttr(found->getFnAttribute(each));
        return found;
    }
    llvm::FunctionCallee helper(const char* name) {
        return module_.getOrInsertFunction(name, llvm::FunctionType::get(word_, {pointer_, pointer_, pointer_}, false));
    }

    // Steps are added up where others may look at them: up to the instruction at pc, and that one too.
    Result<void> add_steps(std::uint32_t pc) {
        if (pending_ == 0) return {};
        const auto steps = function("warpwise_steps");
        if (!steps) return std::unexpected(steps.error());
        build_.CreateCall(*steps, {state_, number(pending_)});
        if (program_.counts_lines) {
            const auto count = function("warpwise_count_lines");
            if (!count) return std::unexpected(count.error());
            build_.CreateCall(*count, {state_, number(pc + 1 - pending_), number(pc + 1)});
        }
        pending_ = 0;
        return {};
    }

    // Where lines are counted, and the instruction at pc may begin a statement. `latest`: the statement of the last such
    // instruction of this block, or 0. Behind it, another place in the text is another statement, whatever came before; the first
    // one of a block, and a place that comes again, may be the statement that the warp is in.
    Result<void> add_statement(std::uint32_t pc, std::uint32_t& latest) {
        const std::uint32_t statement = program_.counts_lines ? from_.statements[pc] : 0;
        if (statement == 0) return {};
        const bool is_known = latest != 0 && latest != statement;
        latest = statement;
        if (!is_known) {
            build_.CreateStore(number(pc + 1), pc_place());
            build_.CreateCall(helper("warpwise_statement"), {state_, frame_, own_code_});
            return {};
        }
        const auto begin = function("warpwise_begin_statement");
        if (!begin) return std::unexpected(begin.error());
        build_.CreateCall(*begin, {state_, number(pc)});
        return {};
    }

    // The call of a helper for the instruction at pc; its result.
    Result<llvm::Value*> call_helper(std::uint32_t pc, const char* name, std::uint32_t next) {
        if (auto added = add_steps(pc); !added) return std::unexpected(added.error());
        build_.CreateStore(number(next), pc_place());
        auto* in = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), own_code_, std::uint64_t{pc} * sizeof(Instruction));
        return build_.CreateCall(helper(name), {state_, frame_, in});
    }

    llvm::BasicBlock* block_here() { return llvm::BasicBlock::Create(module_.getContext(), "", function_); }
    // Then::next: go on in `next`; anything else is the function's result.
    void go_on_if_next(llvm::Value* then, llvm::BasicBlock* next) {
        auto* leave = block_here();
        auto* weights = llvm::MDBuilder(module_.getContext()).createBranchWeights(1u << 20, 1);
        build_.CreateCondBr(build_.CreateICmpEQ(then, number(kNativeNext)), next, leave, weights);
        build_.SetInsertPoint(leave);
        build_.CreateRet(then);
    }
    // Where the warp stands now: here, if it is still in this call of this function.
    void find_place(llvm::Value* then) {
        auto* stays = block_here();
        go_on_if_next(then, stays);
        build_.SetInsertPoint(stays);
        auto* leave = block_here();
        auto* same_code = build_.CreateICmpEQ(build_.CreateLoad(pointer_, state_), own_code_);
        auto* same_call = build_.CreateICmpEQ(build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, frame))), frame_);
        build_.CreateCondBr(build_.CreateAnd(same_code, same_call), dispatch_, leave);
        build_.SetInsertPoint(leave);
        build_.CreateRet(number(kNativeNext));
    }

    Result<void> add_jump(std::uint32_t pc, std::uint32_t target) {
        const auto jump = function("warpwise_jump");
        if (!jump) return std::unexpected(jump.error());
        auto* how = build_.CreateCall(*jump, {state_, number(target)});
        auto *join = block_here(), *turn_over = block_here();
        auto* by = build_.CreateSwitch(how, turn_over, 2,
                                       llvm::MDBuilder(module_.getContext()).createBranchWeights({1, 1u << 20, 1u << 10}));
        by->addCase(number(0), blocks_.at(target));
        by->addCase(number(1), join);
        build_.SetInsertPoint(turn_over);
        build_.CreateRet(number(kNativeTurnOver));
        build_.SetInsertPoint(join);
        const auto then = call_helper(pc, "warpwise_join", target);
        if (!then) return std::unexpected(then.error());
        find_place(*then);
        return {};
    }

    Result<void> add_uniform_branch(std::uint32_t pc, const Instruction& in) {
        const auto count = function("warpwise_count_branch");
        if (!count) return std::unexpected(count.error());
        if (auto added = add_steps(pc); !added) return added;
        build_.CreateCall(*count, {state_});
        auto *all = block_here(), *none = block_here();
        build_.CreateCondBr(build_.CreateTrunc(uniform(in.dst, false), build_.getInt1Ty()), all, none);
        build_.SetInsertPoint(all);
        if (auto added = add_jump(pc, in.a); !added) return added;
        build_.SetInsertPoint(none);
        return add_jump(pc, in.b);
    }

    Result<void> add_branch_if(std::uint32_t pc, const Instruction& in) {
        if (facts_->is_uniform(in.dst)) return add_uniform_branch(pc, in);
        const auto branch = function("warpwise_branch_if");
        if (!branch) return std::unexpected(branch.error());
        if (auto added = add_steps(pc); !added) return added;
        auto* condition = variable(in.dst);
        auto* how = build_.CreateCall(*branch, {state_, condition});
        auto *all = block_here(), *none = block_here(), *part = block_here();
        auto* by = build_.CreateSwitch(how, part, 2);
        by->addCase(number(0), all);
        by->addCase(number(1), none);
        build_.SetInsertPoint(part);
        if (facts_->is_private(in.dst)) copy_register(place(frame_, in.dst), condition, false);
        const auto then = call_helper(pc, "warpwise_part", pc + 1);
        if (!then) return std::unexpected(then.error());
        find_place(*then);
        build_.SetInsertPoint(all);
        if (auto added = add_jump(pc, in.a); !added) return added;
        build_.SetInsertPoint(none);
        return add_jump(pc, in.b);
    }

    Result<void> add_operation(std::uint32_t pc, const Instruction& in) {
        const auto operation = function(operation_function(in));
        if (!operation) return std::unexpected(operation.error());
        auto* own = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), instructions_, std::uint64_t{pc} * sizeof(Instruction));
        llvm::Value* out = variable(in.dst);
        const bool keeps = (in.flags & kMasked) && !is_full_ && !facts_->is_private(in.dst);
        build_.CreateCall(*operation, {own, keeps ? scratch_ : out, operand(in.a, **operation, 2), operand(in.b, **operation, 3),
                                       operand(in.c, **operation, 4)});
        if (!keeps) return {};
        const auto keep = function(in.flags & kWide ? "warpwise_keep_64" : "warpwise_keep_32");
        if (!keep) return std::unexpected(keep.error());
        build_.CreateCall(*keep, {out, scratch_, function_->getArg(3)});
        return {};
    }

    void copy_register(llvm::Value* to, llvm::Value* from, bool is_wide) {
        auto* type = llvm::FixedVectorType::get(is_wide ? build_.getInt64Ty() : build_.getInt32Ty(), 16);
        for (std::uint32_t half = 0; half < 2; ++half)
            build_.CreateStore(build_.CreateLoad(type, place(from, half * (is_wide ? 128 : 64))),
                               place(to, half * (is_wide ? 128 : 64)));
    }

    // A load or store by the helper, which finds registers in the frame.
    Result<void> add_whole_access(std::uint32_t pc, const Instruction& in) {
        const auto hand_over = [&](Operand operand, bool is_wide) {
            if (bank_of(operand) == Bank::frame && facts_->is_private(offset_of(operand)))
                copy_register(place(frame_, offset_of(operand)), variable(operand), is_wide);
        };
        hand_over(in.a, true);
        if (is_scalar_store(in.op)) hand_over(in.b, in.op == Op::store_8);
        const auto then = call_helper(pc, helper_of(in.op), pc + 1);
        if (!then) return std::unexpected(then.error());
        auto* next = block_here();
        go_on_if_next(*then, next);
        build_.SetInsertPoint(next);
        if (is_scalar_load(in.op) && facts_->is_private(in.dst))
            copy_register(variable(in.dst), place(frame_, in.dst), in.op == Op::load_8);
        return {};
    }

    // Of the registers of the special bank that differ from lane to lane: found when the function is entered.
    llvm::Value* pattern_of(const std::vector<AddressForm::Special>& specials) {
        for (const auto& [known, at] : patterns_)
            if (known == specials) return at;
        return patterns_.emplace_back(specials, room(64)).second;
    }
    Result<void> add_patterns() {
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

    // A load or store whose addresses have a known form: at once where they are a row or one place in each half of the warp.
    Result<void> add_access(std::uint32_t pc, const Instruction& in) {
        const auto form = is_full_ && !program_.checks_each_access ? facts_->address_of(pc) : std::nullopt;
        if (!form) return add_whole_access(pc, in);
        const bool is_load = is_scalar_load(in.op);
        static constexpr const char* names[] = {"warpwise_load_1_halves",  "warpwise_load_2_halves",  "warpwise_load_4_halves",
                                                "warpwise_load_8_halves",  "warpwise_store_1_halves", "warpwise_store_2_halves",
                                                "warpwise_store_4_halves", "warpwise_store_8_halves"};
        const int which = is_load ? static_cast<int>(in.op) - static_cast<int>(Op::load_1)
                                  : 4 + static_cast<int>(in.op) - static_cast<int>(Op::store_1);
        const auto halves = function(names[which]);
        if (!halves) return std::unexpected(halves.error());
        llvm::Value* base = build_.getInt64(static_cast<std::uint64_t>(form->offset));
        for (const AddressForm::Term& term : form->terms) {
            llvm::Value* value = uniform(term.operand, term.is_wide);
            if (!term.is_wide)
                value =
                    term.is_signed ? build_.CreateSExt(value, build_.getInt64Ty()) : build_.CreateZExt(value, build_.getInt64Ty());
            base = build_.CreateAdd(base, build_.CreateMul(value, build_.getInt64(static_cast<std::uint64_t>(term.scale))));
        }
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
        llvm::Value* data = is_load ? variable(in.dst) : store_operand(in);
        auto* good = build_.CreateCall(*halves, {state_, number(pc), base, build_.getInt64(scale), pattern, data});
        build_.CreateCondBr(good, done, whole, likely);
        build_.SetInsertPoint(whole);
        for (const std::uint32_t step : form->steps)
            if (auto added = add_operation(step, from_.code[step]); !added) return added;
        // steps that are not added yet stay so: what follows is reached from here and from the other way
        const std::uint32_t pending = pending_;
        if (auto added = add_whole_access(pc, in); !added) return added;
        if (auto taken = take_steps(pending); !taken) return taken;
        pending_ = pending;
        build_.CreateBr(done);
        build_.SetInsertPoint(done);
        return {};
    }
    // The value that a store writes, as lanes in memory.
    llvm::Value* store_operand(const Instruction& in) {
        if (bank_of(in.b) == Bank::constants || facts_->is_uniform(in.b)) return spread(in.b, in.op == Op::store_8);
        return variable(in.b);
    }
    // Behind a call of a helper on one of two ways.
    Result<void> take_steps(std::uint32_t count) {
        if (count == 0) return {};
        const auto steps = function("warpwise_steps");
        if (!steps) return std::unexpected(steps.error());
        build_.CreateCall(*steps, {state_, number(0 - count)});
        return {};
    }

    Result<void> add_block(std::uint32_t pc, llvm::BasicBlock* block) {
        build_.SetInsertPoint(block);
        pending_ = 0;
        std::uint32_t statement = 0;  // that was begun last
        for (;; ++pc) {
            if (pc >= from_.code.size()) return failure("'" + from_.name + "' has no end");
            const Instruction& in = from_.code[pc];
            if (auto added = add_statement(pc, statement); !added) return added;
            ++pending_;
            if (operation_function(in)) {
                const bool is_put_off = is_full_ && !program_.checks_each_access && facts_->is_for_addresses(pc);
                if (auto added = is_put_off ? Result<void>() : add_operation(pc, in); !added) return added;
            } else if (is_scalar_load(in.op) || is_scalar_store(in.op)) {
                if (auto added = add_access(pc, in); !added) return added;
            } else if (in.op == Op::branch) {
                if (auto added = add_steps(pc); !added) return added;
                return add_jump(pc, in.a);
            } else if (in.op == Op::branch_if) {
                return add_branch_if(pc, in);
            } else {
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
            if (leaders_[pc + 1]) {
                if (auto added = add_steps(pc); !added) return added;
                build_.CreateBr(blocks_.at(pc + 1));
                return {};
            }
        }
    }

    llvm::Module& module_;
    const NativeSource& program_;
    const NativeSource::Function& from_;
    std::size_t index_;
    llvm::IRBuilder<> build_;
    llvm::IntegerType* word_;
    llvm::PointerType* pointer_;
    llvm::Function* function_ = nullptr;
    llvm::Value *state_ = nullptr, *frame_ = nullptr, *own_code_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::AllocaInst* scratch_ = nullptr;
    const FunctionFacts* facts_ = nullptr;
    std::optional<std::string> error_;
    std::map<std::uint32_t, llvm::Value*> rooms_;  // of private registers, by their bytes in the frame
    std::vector<std::pair<std::vector<AddressForm::Special>, llvm::Value*>> patterns_;
    llvm::GlobalVariable* instructions_ = nullptr;
    llvm::BasicBlock* dispatch_ = nullptr;
    std::vector<bool> leaders_;  // where a warp may be when compiled code is entered, or where it jumps to
    // Twice: for a warp whose lanes are all active, and for any. Only behind dispatch_ does a warp come to the other version.
    bool is_full_ = false;
    std::map<std::uint32_t, llvm::BasicBlock*> blocks_;  // of the version that is built
    std::uint32_t pending_ = 0;                          // steps that are not added yet
};

}  // namespace

std::string native_name(std::size_t function) { return "warpwise_function_" + std::to_string(function); }

Result<void> add_native_functions(llvm::Module& operations, const NativeSource& program) {
    std::size_t size = 0;
    for (const NativeSource::Function& function : program.functions) size += function.code.size();
    if (size > kMostInstructions) return failure("the kernel is too large for the native tier");
    std::vector<llvm::Function*> unused;
    for (llvm::Function& each : operations) unused.push_back(&each);
    for (std::size_t i = 0; i < program.functions.size(); ++i)
        if (auto added = FunctionBuilder(operations, program, i).add(); !added) return added;
    for (llvm::Function* each : unused)
        if (each->isMaterializable() && each->use_empty()) each->eraseFromParent();
    if (auto error = operations.materializeMetadata()) return failure(llvm::toString(std::move(error)));
    return {};
}

}  // namespace warpwise::simt
