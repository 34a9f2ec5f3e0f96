// The frame of the lowering: an asm statement's operands, registers and scopes, guards and labels, and which family knows what.
#include "simt/decode/decode_ptx.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "fmt/format.h"
#include "simt/decode/source_dialect.h"
#include "simt/decode/unsupported.h"

namespace warpwise::simt {
namespace ptx {
namespace {

// What must not run in lanes whose guard is false. The rest is computed in all and chosen.
constexpr auto kWithEffects = std::to_array<std::string_view>(
    {"ld",     "ldu",   "st",        "atom", "red",      "div",      "rem",       "bar",       "barrier",
     "membar", "fence", "cp",        "shfl", "vote",     "match",    "redux",     "exit",      "ret",
     "trap",   "brkpt", "nanosleep", "mma",  "ldmatrix", "stmatrix", "movmatrix", "activemask"});

unsigned bits_of_type(const llvm::Type* type) {
    return type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
}

// The width that a constraint asks for: "r" of a char is a 32-bit register.
unsigned bits_of_constraint(const std::vector<std::string>& codes, const llvm::Type* type) {
    const unsigned own = bits_of_type(type);
    const std::string_view code = codes.empty() ? std::string_view{} : std::string_view(codes.front());
    const unsigned wanted = code.contains('l') || code.contains('d')   ? 64
                            : code.contains('r') || code.contains('f') ? 32
                            : code.contains('h')                       ? 16
                                                                       : own;
    return std::max(own, wanted);
}

std::string text_of(const llvm::CallInst& call) {
    return with_percent_signs(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
}

}  // namespace

std::optional<Type> type_of(std::string_view word) {
    if (word == "pred") return Type{'p', 1};
    Type out;
    std::string_view rest = word;
    if (rest.ends_with("x2")) out.is_pair = true, rest.remove_suffix(2);
    if (rest.starts_with("bf")) {
        out.kind = 'h', rest.remove_prefix(2);
    } else if (rest.starts_with("tf")) {
        out.kind = 't', rest.remove_prefix(2);
    } else if (!rest.empty() && std::string_view("busf").contains(rest.front())) {
        out.kind = rest.front(), rest.remove_prefix(1);
    } else {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out.bits);
    if (error != std::errc{} || end != rest.data() + rest.size()) return std::nullopt;
    if (out.bits != 8 && out.bits != 16 && out.bits != 32 && out.bits != 64) return std::nullopt;
    if (out.kind == 'f' && out.bits == 8) return std::nullopt;
    if (out.is_pair) out.bits *= 2;
    return out;
}

Lowering::Lowering(llvm::CallInst& call, llvm::AllocaInst*& carry)
    : asm_(call), carry_(carry), module_(*call.getModule()), build_(&call) {
    build_.SetCurrentDebugLocation(call.getDebugLoc());
}

void Lowering::refuse(std::string_view why) const {
    const std::string text = now_ ? now_->text : as_written(text_of(asm_));
    throw Unsupported{fmt::format("the inline assembly \"{}\"{}{}", text, why.empty() ? "" : ": ", why)};
}

void Lowering::run() {
    const Program program = parse(text_of(asm_));
    if (!program.error.empty()) throw Unsupported{"the inline assembly " + program.error};
    keeps_old_ = std::ranges::any_of(program.statements,
                                     [](const Statement& each) { return each.guard || each.kind == Statement::Kind::label; });
    scopes_.emplace_back();
    bind_operands();
    for (const Statement& each : program.statements) statement(each);
    now_ = nullptr;
    for (const auto& [jump, label] : jumps_) {
        const auto target = labels_.find(label);
        if (target == labels_.end()) refuse(fmt::format("there is no label '{}'", label));
        jump->setSuccessor(0, target->second);
    }
    finish();
}

void Lowering::bind_operands() {
    const auto* code = llvm::cast<llvm::InlineAsm>(asm_.getCalledOperand());
    llvm::Type* result = asm_.getType();
    if (auto* all = llvm::dyn_cast<llvm::StructType>(result)) {
        results_.assign(all->element_begin(), all->element_end());
    } else if (!result->isVoidTy()) {
        results_.push_back(result);
    }
    unsigned argument = 0, output = 0;
    for (const llvm::InlineAsm::ConstraintInfo& each : code->ParseConstraints()) {
        if (each.Type == llvm::InlineAsm::isClobber) continue;
        if (each.isIndirect) refuse("an operand in memory; give its address as \"l\"");
        if (each.Type == llvm::InlineAsm::isOutput) {
            if (output == results_.size()) refuse();
            const unsigned bits = bits_of_constraint(each.Codes, results_[output++]);
            places_.push_back({variable(integer(bits)), nullptr, bits});
            if (keeps_old_) build_.CreateStore(number(0, bits), places_.back().variable);
            continue;
        }
        Value* value = asm_.getArgOperand(argument++);
        const unsigned own = bits_of_type(value->getType());
        if (own == 0 || own > 64) refuse("an operand that is not a number");
        Value* as_bits = value->getType()->isPointerTy()   ? build_.CreatePtrToInt(value, integer(64))
                         : value->getType()->isIntegerTy() ? value
                                                           : build_.CreateBitCast(value, integer(own));
        unsigned tied = 0;  // "+r": what is written is also read
        const std::string constraint = each.Codes.empty() ? std::string() : each.Codes.front();
        const auto [end, error] = std::from_chars(constraint.data(), constraint.data() + constraint.size(), tied);
        const bool is_tied = error == std::errc{} && tied < results_.size();
        const unsigned bits = is_tied ? places_[tied].bits : bits_of_constraint(each.Codes, value->getType());
        as_bits = resized(as_bits, bits);
        if (is_tied) build_.CreateStore(as_bits, places_[tied].variable);
        places_.push_back({nullptr, as_bits, bits});
    }
}

// The registers that are results take the place of the asm statement.
void Lowering::finish() {
    Value* whole = asm_.getType()->isStructTy() ? llvm::PoisonValue::get(asm_.getType()) : nullptr;
    for (unsigned k = 0; k < results_.size(); ++k) {
        const Slot& slot = places_[k];
        Value* value = build_.CreateLoad(slot.variable->getAllocatedType(), slot.variable);
        value = resized(value, bits_of_type(results_[k]));
        if (results_[k]->isPointerTy()) {
            value = build_.CreateIntToPtr(value, results_[k]);
        } else if (!results_[k]->isIntegerTy()) {
            value = build_.CreateBitCast(value, results_[k]);
        }
        whole = whole ? build_.CreateInsertValue(whole, value, k) : value;
    }
    if (whole) asm_.replaceAllUsesWith(whole);
    asm_.eraseFromParent();
}

// ---- statements ----

void Lowering::statement(const Statement& each) {
    now_ = &each;
    switch (each.kind) {
        case Statement::Kind::open_block: scopes_.emplace_back(); return;
        case Statement::Kind::close_block:
            if (scopes_.size() == 1) refuse("no '{' before it");
            scopes_.pop_back();
            return;
        case Statement::Kind::declaration: return declare();
        case Statement::Kind::label: return place_label(each.label);
        case Statement::Kind::instruction: break;
    }
    if (each.words.front() == "bra") return branch();
    if (each.guard) return guarded();
    dispatch();
}

void Lowering::declare() {
    if (now_->words.front() == "pragma" || now_->words.front() == "loc") return;
    const auto type = now_->words.size() == 2 ? type_of(now_->words[1]) : std::nullopt;
    if (now_->words.front() != "reg" || !type) refuse("only '.reg' of a scalar type can be declared here");
    for (const Operand& each : now_->operands) {
        const Slot slot{variable(integer(type->bits)), nullptr, type->bits};
        if (keeps_old_) build_.CreateStore(number(0, type->bits), slot.variable);
        scopes_.back()[each.name] = slot;
    }
}

void Lowering::guarded() {
    Value* condition = truth(*now_->guard);
    if (now_->guard_is_negated) condition = build_.CreateNot(condition);
    if (std::ranges::find(kWithEffects, now_->words.front()) != kWithEffects.end()) {
        only_if(condition, [&] { dispatch(); });
    } else {
        guard_ = condition;
        dispatch();
        guard_ = nullptr;
    }
}

void Lowering::branch() {
    if (count() != 1 || at(0).kind != Operand::Kind::name) refuse();
    Value* condition = nullptr;
    if (now_->guard) {
        condition = truth(*now_->guard);
        if (now_->guard_is_negated) condition = build_.CreateNot(condition);
    }
    llvm::BasicBlock* from = asm_.getParent();
    llvm::BasicBlock* rest = from->splitBasicBlock(&asm_);
    from->getTerminator()->eraseFromParent();
    llvm::BranchInst* jump =
        condition ? llvm::BranchInst::Create(rest, rest, condition, from) : llvm::BranchInst::Create(rest, from);
    jump->setDebugLoc(asm_.getDebugLoc());
    jumps_.emplace_back(jump, at(0).name);
    build_.SetInsertPoint(&asm_);
    build_.SetCurrentDebugLocation(asm_.getDebugLoc());
}

void Lowering::place_label(const std::string& name) {
    llvm::BasicBlock* from = asm_.getParent();
    llvm::BasicBlock* here = from->splitBasicBlock(&asm_);
    from->getTerminator()->setDebugLoc(asm_.getDebugLoc());
    if (!labels_.emplace(name, here).second) refuse("the label is there twice");
    build_.SetInsertPoint(&asm_);
    build_.SetCurrentDebugLocation(asm_.getDebugLoc());
}

void Lowering::dispatch() {
    for (const auto& [name, family] : families())
        if (name == now_->words.front()) return (this->*family)();
    refuse();
}

void Lowering::only_if(Value* condition, const std::function<void()>& emit) {
    llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(condition, &asm_, false);
    build_.SetInsertPoint(inside);
    build_.SetCurrentDebugLocation(asm_.getDebugLoc());
    emit();
    build_.SetInsertPoint(&asm_);
    build_.SetCurrentDebugLocation(asm_.getDebugLoc());
}

// ---- operands ----

llvm::AllocaInst* Lowering::variable(llvm::Type* type) {
    llvm::BasicBlock& entry = asm_.getFunction()->getEntryBlock();
    return new llvm::AllocaInst(type, 0, "", entry.begin());
}

const Operand& Lowering::at(std::size_t k) const {
    if (k >= now_->operands.size()) refuse("an operand is missing");
    return now_->operands[k];
}

Lowering::Slot* Lowering::find(const Operand& operand) {
    if (operand.kind == Operand::Kind::place) return operand.index < places_.size() ? &places_[operand.index] : nullptr;
    if (operand.kind != Operand::Kind::name) return nullptr;
    for (std::size_t k = scopes_.size(); k-- > 0;)
        if (const auto found = scopes_[k].find(operand.name); found != scopes_[k].end()) return &found->second;
    return nullptr;
}

std::vector<Type> Lowering::types() const {
    std::vector<Type> out;
    for (const std::string& each : now_->words)
        if (const auto type = type_of(each)) out.push_back(*type);
    return out;
}

Type Lowering::type() {
    const std::vector<Type> all = types();
    if (all.empty()) refuse("it names no type");
    return all.back();
}

Lowering::Value* Lowering::number(std::uint64_t value, unsigned bits) const {
    return llvm::ConstantInt::get(integer(bits), llvm::APInt(64, value).zextOrTrunc(bits));
}
llvm::IntegerType* Lowering::integer(unsigned bits) const { return llvm::IntegerType::get(module_.getContext(), bits); }

Lowering::Value* Lowering::resized(Value* value, unsigned bits, bool is_signed) {
    const unsigned own = value->getType()->getIntegerBitWidth();
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(value))
        return llvm::ConstantInt::get(integer(bits),
                                      is_signed ? known->getValue().sextOrTrunc(bits) : known->getValue().zextOrTrunc(bits));
    if (own == bits) return value;
    if (own > bits) return build_.CreateTrunc(value, integer(bits));
    return is_signed ? build_.CreateSExt(value, integer(bits)) : build_.CreateZExt(value, integer(bits));
}

Lowering::Value* Lowering::read_register(const Operand& operand, unsigned bits) {
    const Slot* slot = find(operand);
    if (!slot) return nullptr;
    Value* value = slot->value ? slot->value : build_.CreateLoad(slot->variable->getAllocatedType(), slot->variable);
    if ((slot->bits == 1) != (bits == 1))
        refuse(slot->bits == 1 ? "a predicate where a number is expected" : "a number where a predicate is expected");
    return resized(value, bits);
}

Lowering::Value* Lowering::read(const Operand& operand, unsigned bits) {
    switch (operand.kind) {
        case Operand::Kind::number:
            if (operand.real_bytes == 8 && bits == 32)
                return number(std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits))), 32);
            if (operand.real_bytes == 8 && bits == 16)
                return number(std::bit_cast<std::uint16_t>(static_cast<_Float16>(std::bit_cast<double>(operand.bits))), 16);
            if (operand.real_bytes == 4 && bits == 64)
                return number(std::bit_cast<std::uint64_t>(
                                  static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits)))),
                              64);
            return number(operand.bits, bits);
        case Operand::Kind::place:
        case Operand::Kind::name: {
            if (Value* value = read_register(operand, bits)) return value;
            if (operand.kind == Operand::Kind::name && operand.name.starts_with('%')) return special(operand.name, bits);
            refuse(operand.kind == Operand::Kind::place ? fmt::format("there is no operand %{}", operand.index)
                                                        : fmt::format("there is no register '{}'", operand.name));
        }
        case Operand::Kind::vector: {  // {low, high}
            const auto parts = static_cast<unsigned>(operand.parts.size());
            if (parts == 0 || bits % parts) refuse();
            const unsigned each = bits / parts;
            Value* whole = nullptr;
            for (unsigned k = 0; k < parts; ++k) {
                Value* part = resized(read(operand.parts[k], each), bits);
                whole = k ? build_.CreateOr(whole, build_.CreateShl(part, number(k * each, bits))) : part;
            }
            return whole;
        }
        default: refuse();
    }
}

Lowering::Value* Lowering::truth(const Operand& operand) {
    if (operand.kind == Operand::Kind::not_) return build_.CreateNot(truth(operand.parts[0]));
    if (operand.kind == Operand::Kind::number) return number(operand.bits != 0, 1);
    return read(operand, 1);
}

std::optional<std::uint64_t> Lowering::constant_at(std::size_t k) {
    const Operand& operand = at(k);
    if (operand.kind == Operand::Kind::number) return operand.bits;
    const Slot* slot = find(operand);
    const auto* known = slot && slot->value ? llvm::dyn_cast<llvm::ConstantInt>(slot->value) : nullptr;
    return known ? std::optional(known->getZExtValue()) : std::nullopt;
}

void Lowering::write(const Operand& operand, Value* value, bool is_signed) {
    if (operand.kind == Operand::Kind::name && operand.name == "_") return;
    if (operand.kind == Operand::Kind::vector) {
        const auto parts = static_cast<unsigned>(operand.parts.size());
        const unsigned bits = value->getType()->getIntegerBitWidth(), each = bits / std::max(parts, 1u);
        if (parts == 0 || bits % parts) refuse();
        for (unsigned k = 0; k < parts; ++k)
            write(operand.parts[k], resized(k ? build_.CreateLShr(value, number(k * each, bits)) : value, each));
        return;
    }
    Slot* slot = find(operand);
    if (!slot) refuse("its result goes to no register");
    if (!slot->variable) refuse("it writes to an input; make that an output, as \"+r\"");
    if (!value->getType()->isIntegerTy()) value = build_.CreateBitCast(value, integer(value->getType()->getScalarSizeInBits()));
    if ((slot->bits == 1) != value->getType()->isIntegerTy(1)) refuse("the result does not fit the register's type");
    value = resized(value, slot->bits, is_signed);
    if (guard_) value = build_.CreateSelect(guard_, value, build_.CreateLoad(slot->variable->getAllocatedType(), slot->variable));
    build_.CreateStore(value, slot->variable);
}

// ---- calls ----

Lowering::Value* Lowering::call(std::string_view operation, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (Value* each : arguments) types.push_back(each->getType());
    auto* signature = llvm::FunctionType::get(result, types, false);
    const std::string name = fmt::format("__simt.{}", operation);
    llvm::FunctionCallee callee = module_.getOrInsertFunction(name, signature);
    return build_.CreateCall(llvm::FunctionCallee(signature, callee.getCallee()), arguments);
}

// A function of the prelude's part for PTX (prelude/ptx.inc).
Lowering::Value* Lowering::helper(const std::string& name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    llvm::Function* function = module_.getFunction(name);
    if (!function || function->getReturnType() != result) refuse();
    return build_.CreateCall(function, arguments);
}

Lowering::Value* Lowering::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<Value*> arguments) {
    llvm::Function* function = llvm::Intrinsic::getDeclaration(&module_, id, {arguments.front()->getType()});
    return build_.CreateCall(function, arguments);
}

}  // namespace ptx

void lower_assembly(llvm::Function& function) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& i : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i); call && call->isInlineAsm()) calls.push_back(call);
    llvm::AllocaInst* carry = nullptr;
    for (llvm::CallInst* call : calls) {
        const llvm::DILocation* place = call->getDebugLoc().get();
        try {
            ptx::Lowering(*call, carry).run();
        } catch (Unsupported& found) {
            // What comes from a header counts as the user's line that called it.
            while (place && place->getInlinedAt() && place->getFilename() != "/kernel.cu" && place->getFilename() != "kernel.cu")
                place = place->getInlinedAt();
            if (place) found.line = place->getLine(), found.column = place->getColumn();
            throw;
        }
    }
}

}  // namespace warpwise::simt
