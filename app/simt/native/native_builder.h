// One function of the bytecode as LLVM IR: what native_functions.cpp (blocks), native_branches.cpp, native_accesses.cpp,
// native_device_calls.cpp and native_builder.cpp (operands, operations) share.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "simt/code/bytecode_facts.h"
#include "simt/native/native_calls.h"
#include "simt/native/native_facts.h"
#include "simt/native/native_operands.h"

namespace warpwise::simt {

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
        function_ = module.getFunction(native_name(index));  // another one that calls it may have named it
        if (!function_) function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, native_name(index), module);
        for (llvm::Argument& argument : function_->args()) argument.addAttr(llvm::Attribute::NoAlias);
        state_ = function_->getArg(0);
        frame_ = function_->getArg(1);
        function_->addFnAttr(llvm::Attribute::getWithUWTableKind(module.getContext(), llvm::UWTableKind::Async));
    }
    Result<void> add();

  private:
    llvm::ConstantInt* number(std::uint32_t value) { return build_.getInt32(value); }
    llvm::Value* place(llvm::Value* base, std::uint32_t offset);
    llvm::Value* pc_place() { return place(state_, offsetof(LoopState, pc)); }
    // Memory of this function that LLVM may keep in registers.
    llvm::AllocaInst* room(std::uint32_t bytes);
    // Where a register is: in the frame, or in a room of its own.
    llvm::Value* variable(Operand from);
    // The room of a register that the loop that is built keeps; null: it keeps none there.
    llvm::AllocaInst* kept_room(Operand from);
    // The register is not in the frame.
    bool is_elsewhere(Operand from) {
        return bank_of(from) == Bank::frame && (facts_->is_private(offset_of(from)) || kept_room(from));
    }
    // All of them from the frame, or into it: where a warp comes to a loop, and on each way out of it.
    void enter_loop(const KeptLoop&);
    void leave_loop();
    const KeptLoop* loop_at(std::uint32_t pc) const;
    // Where a jump to a block goes, from the loop that is built.
    llvm::BasicBlock* way_to(std::uint32_t target);
    // For a call, whose operands LLVM keeps in memory: a copy of a register that a loop keeps, else `lanes`.
    llvm::Value* handed(Operand from, llvm::Value* lanes, bool is_wide, llvm::AllocaInst*& copy);
    // Behind a call that loaded into such a copy.
    void take_back(Operand to, llvm::Value* lanes, bool is_wide);
    // The lane that a uniform register is read from.
    llvm::Value* first_lane();
    // What all active lanes have.
    llvm::Value* uniform(Operand from, bool is_wide);
    llvm::Value* spread(Operand from, bool is_wide);
    // Of an operation on registers: its function in the bitcode; else null.
    const char* operation_of(const Instruction& in) const;
    // A division by a number that compiled code divides by quickly and that cannot be a fault.
    bool divides_by_constant(const Instruction& in) const;
    // Before a division by something else: a zero divisor is the interpreter's fault.
    Result<void> add_divisor_check(std::uint32_t pc, const Instruction& in, llvm::Value* own);
    // How the bitcode's function of an operation reads its operands.
    OperationShape shape(const Instruction& in);
    std::span<const std::uint8_t> constants_from(std::size_t offset) const;
    llvm::Value* operand(Operand from, const llvm::Function& operation, unsigned argument);
    // The instructions as a constant, so that what an operation reads of its own is known to LLVM.
    llvm::GlobalVariable* add_instructions();
    // A function of the bitcode, read when it is first asked for.
    Result<llvm::Function*> function(const char* name);
    llvm::FunctionCallee helper(const char* name);
    // Adds the pending steps, up to and including the instruction at pc, to the local counts; at the end of a block, for example.
    Result<void> add_steps(std::uint32_t pc);
    llvm::Value* steps() { return build_.CreateLoad(build_.getInt64Ty(), steps_); }
    // The steps of this block that are not in the local counts yet: of the warp, and of its lanes.
    std::pair<llvm::Value*, llvm::Value*> pending_steps();
    // Stores all counts, with what is pending, to LoopState before other code may read them; and loads them after it may have
    // added to them.
    void hand_over_steps();
    void take_back_steps();
    // Where lines are counted, and the instruction at pc may begin a statement. `latest`: the statement of the last such
    // instruction of this block, or 0. Behind it, another place in the text is another statement, whatever came before; the first
    // one of a block, and a place that comes again, may be the statement that the warp is in.
    Result<void> add_statement(std::uint32_t pc, std::uint32_t& latest);
    // The call of a helper for the instruction at pc; its result. A load or store hands over its lanes (NativeAccess).
    Result<llvm::Value*> call_helper(std::uint32_t pc, const char* name, std::uint32_t next, llvm::Value* address = nullptr,
                                     llvm::Value* lanes = nullptr);

    llvm::BasicBlock* block_here() { return llvm::BasicBlock::Create(module_.getContext(), "", function_); }
    // Then::next: go on in `next`; anything else is the function's result.
    void go_on_if_next(llvm::Value* then, llvm::BasicBlock* next);
    // Op::call. The function that was entered runs within this one, if it calls none itself (the host's stack stays small).
    Result<void> add_call(std::uint32_t pc, const Instruction& in);
    // Of a function that was called.
    Result<void> add_return(std::uint32_t pc);
    // Where the warp stands now: here, if it is still in this call of this function; there most likely at `back`.
    void find_place(llvm::Value* then, std::uint32_t back = kNoPc);
    // What all jumps share: the way of a warp that stands at its join point or whose turn is over (LoopState::pc is the target).
    Result<void> add_ends_of_jumps();
    Result<void> add_jump(std::uint32_t target);
    Result<void> add_uniform_branch(std::uint32_t pc, const Instruction& in);
    // The lanes part.
    Result<void> add_split(std::uint32_t pc, const Instruction& in, llvm::Value* condition);
    Result<void> add_split_outside(std::uint32_t pc, const Instruction& in, llvm::Value* condition, bool is_own);
    Result<void> add_branch_if(std::uint32_t pc, const Instruction& in);
    // A helper executes it if the active lanes have different values.
    Result<void> add_switch(std::uint32_t pc, const Instruction& in);
    Result<void> add_operation(std::uint32_t pc, const Instruction& in);
    void copy_register(llvm::Value* to, llvm::Value* from, bool is_wide);
    // The lanes that are not active keep what is in the destination: its result goes to a scratch register, then those of the
    // active lanes from there.
    bool keeps_inactive(const Instruction& in) const { return (in.flags & kMasked) && !is_full_ && !facts_->is_private(in.dst); }
    llvm::Value* scratch(const Instruction& in) { return in.flags & kWide ? scratch_64_ : scratch_32_; }
    Result<void> add_keep(const Instruction& in);
    Result<void> add_local_address(const Instruction& in);
    // The 32 lanes of a constant all have this value.
    bool is_constant(Operand operand, std::uint32_t value) const;
    // A shuffle in which all lanes take part, of a warp whose lanes are all active.
    bool is_whole_shuffle(const Instruction& in) const;
    Result<void> add_whole_shuffle(const Instruction& in);
    // A register into the frame, where helpers find it, if it is elsewhere.
    void hand_over(Operand operand, bool is_wide);
    // Before a helper that may find an address wrong: its message names the array of the pointer behind it.
    void hand_over_pointers(std::uint32_t pc, const Instruction& in);
    // The number of an address form that all lanes share.
    llvm::Value* add_base(const AddressForm& form);
    // A load or store by the helper for addresses with an index, or for any.
    Result<void> add_indexed_access(std::uint32_t pc, const Instruction& in, const AddressForm& form, llvm::Value* base);
    Result<void> add_whole_access(std::uint32_t pc, const Instruction& in);
    Result<void> add_access_call(std::uint32_t pc, const Instruction& in, const char* name, llvm::Value* address);
    // Of the registers of the special bank that differ from lane to lane: found when the function is entered.
    // Null: there are too many.
    llvm::Value* pattern_of(const std::vector<AddressForm::Special>& specials);
    Result<void> add_patterns();
    // Of a register of numbers: found once in a block of code, until the register is written.
    struct IndexPattern {
        Operand operand = 0;
        bool is_signed = false;
        llvm::Value *pattern = nullptr, *is_known = nullptr;
        llvm::Value* is_line = nullptr;  // all lanes follow one another; where all are active
    };
    // If the last access at pc was scattered, compiled code does not look for a pattern, and none is known.
    Result<IndexPattern> find_index_pattern(std::uint32_t pc, const AddressForm::Term& index);
    void forget_patterns(const Instruction& written_by);
    // A barrier or the end of the kernel: nothing but an answer, if all lanes that live are here.
    Result<void> add_whole_end(std::uint32_t pc, std::uint32_t answer);
    // A load or store whose addresses have a known form: at once where they are a row or one place in each half of the warp.
    Result<void> add_access(std::uint32_t pc, const Instruction& in);
    // ... under a full trace, by a helper.
    Result<void> add_checked_access(std::uint32_t pc, const Instruction& in, const AddressForm& form);
    // Two halves of a warp's addresses in memory; no pattern: all lanes are at `base`.
    llvm::Value* add_halves(llvm::Value* base, std::uint64_t scale, llvm::Value* pattern);
    Result<void> add_steps_of(const AddressForm& form);
    // ... with an index, where all lanes are active.
    Result<void> add_line_access(std::uint32_t pc, const Instruction& in, const AddressForm& form);
    // Of a vector whose address is one in all active lanes.
    bool is_load_of_one_vector(const Instruction& in) const;
    Result<void> add_load_of_one_vector(std::uint32_t pc, const Instruction& in);
    // An operand as lanes in memory.
    llvm::Value* lanes_of(Operand from, bool is_wide);
    Result<void> add_block(std::uint32_t pc, llvm::BasicBlock* block);

    llvm::Module& module_;
    const NativeSource& program_;
    const NativeSource::Function& from_;
    std::size_t index_;
    llvm::IRBuilder<> build_;
    llvm::IntegerType* word_;
    llvm::PointerType* pointer_;
    llvm::Function* function_ = nullptr;
    llvm::Value *state_ = nullptr, *frame_ = nullptr, *own_code_ = nullptr, *flow_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::AllocaInst *scratch_32_ = nullptr, *scratch_64_ = nullptr;  // results of which the active lanes are kept
    llvm::AllocaInst *steps_ = nullptr, *lane_steps_ = nullptr;       // local copies of LoopState's, for LLVM to keep in registers
    const FunctionFacts* facts_ = nullptr;
    std::optional<std::string> error_;
    std::map<std::uint32_t, llvm::Value*> rooms_;  // of private registers, by their bytes in the frame
    std::vector<std::pair<std::vector<AddressForm::Special>, llvm::Value*>> patterns_;
    std::vector<IndexPattern> index_patterns_;  // of the block that is built
    llvm::GlobalVariable* instructions_ = nullptr;
    llvm::BasicBlock *dispatch_ = nullptr, *meet_ = nullptr, *turn_over_ = nullptr;
    std::vector<bool> leaders_;  // where a warp may be when compiled code is entered, or where it jumps to
    // Each block of code twice: for any warp, and for one whose lanes are all active. A warp comes to the other version where its
    // lanes part, or behind dispatch_.
    bool is_full_ = false;                                  // the version that is built
    std::map<std::uint32_t, llvm::BasicBlock*> any_, all_;  // by the pc where they begin
    std::map<std::uint32_t, llvm::BasicBlock*> in_loops_;   // ... of the latter, where a warp is in the loop already
    const KeptLoop* loop_ = nullptr;                        // that is built
    std::map<std::pair<const KeptLoop*, std::uint32_t>, llvm::AllocaInst*> kept_rooms_;
    llvm::AllocaInst *handed_address_ = nullptr, *handed_index_ = nullptr, *handed_data_ = nullptr;
    const std::map<std::uint32_t, llvm::BasicBlock*>& blocks() const { return is_full_ ? all_ : any_; }
    std::uint32_t pending_ = 0;  // steps that are not added yet
};

}  // namespace warpwise::simt
