#include "simt/native/native_builder.h"

#include <fmt/format.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpwise::simt {

llvm::Value* FunctionBuilder::place(llvm::Value* base, std::uint32_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), base, offset);
}

llvm::AllocaInst* FunctionBuilder::room(std::uint32_t bytes) {
    llvm::IRBuilder<> at(entry_, entry_->begin());
    auto* out = at.CreateAlloca(llvm::ArrayType::get(at.getInt8Ty(), bytes));
    out->setAlignment(llvm::Align(64));
    return out;
}

llvm::Value* FunctionBuilder::variable(Operand from) {
    if (bank_of(from) != Bank::frame) return place(function_->getArg(2), offset_of(from));
    if (auto* kept = kept_room(from)) return kept;
    if (!facts_->is_private(offset_of(from))) return place(frame_, offset_of(from));
    llvm::Value*& own = rooms_[offset_of(from)];
    if (!own) own = room(8 * kLanes);
    return own;
}

llvm::Value* FunctionBuilder::first_lane() {
    if (is_full_) return build_.getInt64(0);
    auto* flow = build_.CreateLoad(pointer_, place(state_, offsetof(LoopState, flow)));
    auto* mask = build_.CreateLoad(word_, place(flow, offsetof(WarpFlow, mask)));
    return build_.CreateZExt(build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, build_.getTrue()), build_.getInt64Ty());
}

llvm::Value* FunctionBuilder::uniform(Operand from, bool is_wide) {
    auto* type = is_wide ? build_.getInt64Ty() : build_.getInt32Ty();
    if (bank_of(from) == Bank::constants) {
        std::uint64_t value = 0;
        std::memcpy(&value, program_.constants.data() + offset_of(from), is_wide ? 8 : 4);
        return llvm::ConstantInt::get(type, value);
    }
    auto* lane = bank_of(from) == Bank::frame ? first_lane() : build_.getInt64(0);
    return build_.CreateLoad(type, build_.CreateInBoundsGEP(type, variable(from), lane));
}

llvm::Value* FunctionBuilder::spread(Operand from, bool is_wide) {
    auto* one = build_.CreateVectorSplat(16, uniform(from, is_wide));
    auto* out = room(8 * kLanes);
    build_.CreateAlignedStore(one, out, llvm::Align(64));
    build_.CreateAlignedStore(one, place(out, is_wide ? 128 : 64), llvm::Align(64));
    return out;
}

OperationShape FunctionBuilder::shape(const Instruction& in) {
    OperationShape out;
    if (in.op == Op::local_address) {  // of no operand, and the same in all lanes
        out.is_operation = true;
        return out;
    }
    const char* name = operation_of(in);
    if (!name) return out;
    const auto operation = function(name);
    if (!operation) {
        error_ = operation.error().message;
        return out;
    }
    out.is_operation = true;
    for (unsigned i = 0; i < 3; ++i) {
        const llvm::Argument& argument = *(*operation)->getArg(2 + i);
        if (!argument.use_empty() && lane_bits(argument) == 0)
            error_ = fmt::format("the native tier cannot tell how {} reads its operands", name);
        out.operands[i] = {!argument.use_empty(), reads_wide(argument)};
    }
    return out;
}

std::span<const std::uint8_t> FunctionBuilder::constants_from(std::size_t offset) const {
    const std::span all(program_.constants);
    return all.subspan(std::min(offset, all.size()));
}

llvm::Value* FunctionBuilder::lanes_of(Operand from, bool is_wide) {
    if (bank_of(from) == Bank::constants) return constant_lanes(module_, constants_from(offset_of(from)), is_wide);
    return facts_->is_uniform(from) ? spread(from, is_wide) : variable(from);
}

llvm::Value* FunctionBuilder::operand(Operand from, const llvm::Function& operation, unsigned argument) {
    const llvm::Argument& read = *operation.getArg(argument);
    return read.use_empty() ? llvm::PoisonValue::get(pointer_) : lanes_of(from, reads_wide(read));
}

llvm::GlobalVariable* FunctionBuilder::add_instructions() {
    const llvm::StringRef bytes(reinterpret_cast<const char*>(from_.code.data()), from_.code.size() * sizeof(Instruction));
    auto* data = llvm::ConstantDataArray::getRaw(bytes, bytes.size(), build_.getInt8Ty());
    return new llvm::GlobalVariable(module_, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data);
}

Result<llvm::Function*> FunctionBuilder::function(const char* name) {
    llvm::Function* found = module_.getFunction(name);
    if (!found) return failure(std::string("the native tier has no ") + name);
    if (auto error = found->materialize()) return failure(llvm::toString(std::move(error)));
    if (found->getLinkage() != llvm::Function::InternalLinkage) {
        if (!found->hasFnAttribute(llvm::Attribute::NoInline)) found->addFnAttr(llvm::Attribute::AlwaysInline);
        found->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    for (const char* each : {"target-cpu", "target-features", "prefer-vector-width", "min-legal-vector-width", "tune-cpu"})
        if (found->hasFnAttribute(each) && !function_->hasFnAttribute(each)) function_->addFnAttr(found->getFnAttribute(each));
    return found;
}

llvm::FunctionCallee FunctionBuilder::helper(const char* name) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(word_, {pointer_, pointer_, pointer_}, false));
}

std::pair<llvm::Value*, llvm::Value*> FunctionBuilder::pending_steps() {
    if (is_full_) return {build_.getInt64(pending_), build_.getInt64(std::uint64_t{pending_} * kLanes)};
    auto* active = build_.CreateLoad(word_, place(state_, offsetof(LoopState, active)));
    auto* lanes = build_.CreateMul(build_.CreateZExt(active, build_.getInt64Ty()), build_.getInt64(pending_));
    return {build_.getInt64(pending_), lanes};
}

void FunctionBuilder::hand_over_steps() {
    auto *all = steps(), *of_lanes = static_cast<llvm::Value*>(build_.CreateLoad(build_.getInt64Ty(), lane_steps_));
    if (pending_ != 0) {
        const auto [more, more_of_lanes] = pending_steps();
        all = build_.CreateAdd(all, more);
        of_lanes = build_.CreateAdd(of_lanes, more_of_lanes);
    }
    build_.CreateStore(all, place(state_, offsetof(LoopState, steps)));
    build_.CreateStore(of_lanes, place(state_, offsetof(LoopState, lane_steps)));
}

void FunctionBuilder::take_back_steps() {
    auto* word = build_.getInt64Ty();
    build_.CreateStore(build_.CreateLoad(word, place(state_, offsetof(LoopState, steps))), steps_);
    build_.CreateStore(build_.CreateLoad(word, place(state_, offsetof(LoopState, lane_steps))), lane_steps_);
}

Result<void> FunctionBuilder::add_steps(std::uint32_t pc) {
    if (pending_ == 0) return {};
    const auto [more, more_of_lanes] = pending_steps();
    build_.CreateStore(build_.CreateAdd(steps(), more), steps_);
    build_.CreateStore(build_.CreateAdd(build_.CreateLoad(build_.getInt64Ty(), lane_steps_), more_of_lanes), lane_steps_);
    if (program_.counts_lines) {
        const auto count = function("warpwise_count_lines");
        if (!count) return std::unexpected(count.error());
        build_.CreateCall(*count, {state_, number(pc + 1 - pending_), number(pc + 1)});
    }
    pending_ = 0;
    return {};
}

Result<void> FunctionBuilder::add_statement(std::uint32_t pc, std::uint32_t& latest) {
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

Result<llvm::Value*> FunctionBuilder::call_helper(std::uint32_t pc, const char* name, std::uint32_t next, llvm::Value* address,
                                                  llvm::Value* lanes) {
    if (program_.counts_lines)  // a helper needs the counts by line up to this instruction
        if (auto added = add_steps(pc); !added) return std::unexpected(added.error());
    hand_over_steps();
    build_.CreateStore(number(next), pc_place());
    auto* in = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), own_code_, std::uint64_t{pc} * sizeof(Instruction));
    if (!address) return build_.CreateCall(helper(name), {state_, frame_, in});
    auto* type = llvm::FunctionType::get(word_, {pointer_, pointer_, pointer_, pointer_}, false);
    return build_.CreateCall(module_.getOrInsertFunction(name, type), {state_, address, lanes, in});
}

void FunctionBuilder::copy_register(llvm::Value* to, llvm::Value* from, bool is_wide) {
    // 16 lanes at a time, as operations do: from stores of different sizes, LLVM would form values that are live on all paths here.
    auto* type = llvm::FixedVectorType::get(is_wide ? build_.getInt64Ty() : build_.getInt32Ty(), 16);
    for (std::uint32_t at = 0; at < (is_wide ? 8u : 4u) * kLanes; at += is_wide ? 128 : 64)
        build_.CreateAlignedStore(build_.CreateAlignedLoad(type, place(from, at), llvm::Align(64)), place(to, at), llvm::Align(64));
}

const char* FunctionBuilder::operation_of(const Instruction& in) const {
    const char* plain = operation_function(in);
    return plain ? plain : division_function(in.op, divides_by_constant(in));
}

bool FunctionBuilder::divides_by_constant(const Instruction& in) const {
    if (!division_function(in.op, false) || bank_of(in.b) != Bank::constants) return false;
    const auto are_good = [&]<typename T>(T) {
        T lanes[kLanes] = {};
        const auto bytes = constants_from(offset_of(in.b));
        if (bytes.size() < sizeof lanes) return false;
        std::memcpy(lanes, bytes.data(), sizeof lanes);
        if (sizeof(T) == 8 && !std::has_single_bit(lanes[0])) return false;  // no vector has the products that it takes
        return lanes[0] != 0 && lanes[0] != static_cast<T>(~T{0}) &&
               std::ranges::all_of(lanes, [&](T each) { return each == lanes[0]; });
    };
    return in.flags & kWide ? are_good(std::uint64_t{}) : are_good(std::uint32_t{});
}

Result<void> FunctionBuilder::add_divisor_check(std::uint32_t pc, const Instruction& in, llvm::Value* own) {
    const bool is_wide = in.flags & kWide;
    const auto check = function(is_wide ? "warpwise_divides_by_zero_64" : "warpwise_divides_by_zero_32");
    if (!check) return std::unexpected(check.error());
    auto *raises = block_here(), *good = block_here();
    auto* divisors = operand(in.b, **check, 1);
    build_.CreateCondBr(build_.CreateCall(*check, {own, divisors, function_->getArg(3)}), raises, good,
                        llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 1u << 20));
    build_.SetInsertPoint(raises);
    hand_over(in.b, is_wide);
    leave_loop();
    const std::uint32_t pending = pending_;
    const auto then = call_helper(pc, helper_of(in.op), pc + 1);
    if (!then) return std::unexpected(then.error());
    build_.CreateRet(*then);
    pending_ = pending;
    build_.SetInsertPoint(good);
    return {};
}

Result<void> FunctionBuilder::add_operation(std::uint32_t pc, const Instruction& in) {
    if (std::ranges::find(from_.argument_copies, in.dst) != from_.argument_copies.end()) return {};  // made when the launch began
    const auto operation = function(operation_of(in));
    if (!operation) return std::unexpected(operation.error());
    auto* own = build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), instructions_, std::uint64_t{pc} * sizeof(Instruction));
    if (division_function(in.op, false) && !divides_by_constant(in))
        if (auto added = add_divisor_check(pc, in, own); !added) return added;
    const bool keeps = keeps_inactive(in);
    build_.CreateCall(*operation, {own, keeps ? scratch(in) : variable(in.dst), operand(in.a, **operation, 2),
                                   operand(in.b, **operation, 3), operand(in.c, **operation, 4)});
    return keeps ? add_keep(in) : Result<void>();
}

Result<void> FunctionBuilder::add_keep(const Instruction& in) {
    const auto keep = function(in.flags & kWide ? "warpwise_keep_64" : "warpwise_keep_32");
    if (!keep) return std::unexpected(keep.error());
    build_.CreateCall(*keep, {variable(in.dst), scratch(in), function_->getArg(3)});
    return {};
}

bool FunctionBuilder::is_constant(Operand operand, std::uint32_t value) const {
    std::uint32_t lanes[kLanes] = {};
    const auto bytes = constants_from(offset_of(operand));
    if (bank_of(operand) != Bank::constants || bytes.size() < sizeof lanes) return false;
    std::memcpy(lanes, bytes.data(), sizeof lanes);
    return std::ranges::all_of(lanes, [&](std::uint32_t each) { return each == value; });
}

bool FunctionBuilder::is_whole_shuffle(const Instruction& in) const {
    return in.op == Op::shuffle && is_full_ && !program_.counts_lines && is_constant(static_cast<Operand>(in.imm), ~0u) &&
           is_constant(in.c, kLanes);
}

Result<void> FunctionBuilder::add_whole_shuffle(const Instruction& in) {
    const auto shuffle = function(shuffle_function(in));
    if (!shuffle) return std::unexpected(shuffle.error());
    if (program_.checks_each_access) build_.CreateCall(helper("warpwise_all_meet"), {state_, frame_, own_code_});
    build_.CreateCall(*shuffle, {state_, lanes_of(in.a, in.flags & kWide), lanes_of(in.b, false), variable(in.dst)});
    return {};
}

Result<void> FunctionBuilder::add_local_address(const Instruction& in) {
    auto* base = build_.CreateZExt(build_.CreateLoad(word_, place(state_, offsetof(LoopState, local_base))), build_.getInt64Ty());
    const std::uint64_t offset = kLocalBase + in.c * kWindowBytes + static_cast<std::uint64_t>(std::int64_t{in.imm});
    auto* one = build_.CreateVectorSplat(16, build_.CreateAdd(base, build_.getInt64(offset)));
    const bool keeps = keeps_inactive(in);
    auto* out = keeps ? scratch(in) : variable(in.dst);
    build_.CreateAlignedStore(one, out, llvm::Align(64));
    build_.CreateAlignedStore(one, place(out, 128), llvm::Align(64));
    return keeps ? add_keep(in) : Result<void>();
}

void FunctionBuilder::hand_over(Operand operand, bool is_wide) {
    if (is_elsewhere(operand)) copy_register(place(frame_, offset_of(operand)), variable(operand), is_wide);
}

void FunctionBuilder::hand_over_pointers(std::uint32_t pc, const Instruction& in) {
    if (!loads_register(in.op) && !writes_memory(in.op)) return;
    for (const Operand address : {in.a, in.b})
        if (const auto pointer = pointer_behind(from_.code, pc, address)) hand_over(*pointer, true);
}

}  // namespace warpwise::simt
