// Structures that are passed by value: a kernel's lie in constant memory, as on the hardware, if no thread writes to them.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

// What Clang notes of a function in the module: "kernel", "maxntidx".
std::optional<std::uint64_t> note_of(const llvm::Function& function, llvm::StringRef wanted) {
    const llvm::NamedMDNode* notes = function.getParent()->getNamedMetadata("nvvm.annotations");
    if (!notes) return std::nullopt;
    for (const llvm::MDNode* note : notes->operands()) {
        if (note->getNumOperands() < 3 || llvm::mdconst::dyn_extract_or_null<llvm::Function>(note->getOperand(0)) != &function)
            continue;
        for (unsigned k = 1; k + 1 < note->getNumOperands(); k += 2) {
            const auto* name = llvm::dyn_cast<llvm::MDString>(note->getOperand(k));
            const auto* value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(note->getOperand(k + 1));
            if (name && value && name->getString() == wanted) return value->getZExtValue();
        }
    }
    return std::nullopt;
}

bool is_kernel(const llvm::Function& function) { return note_of(function, "kernel").has_value(); }

// Follows a pointer through a function and those that it is passed to.
class PointerUses {
  public:
    // Nothing is written through the pointer, and it is not kept where it cannot be followed.
    bool only_read(const llvm::Value* pointer) {
        if (!followed_.insert(pointer).second) return true;
        return llvm::all_of(pointer->uses(), [&](const llvm::Use& use) { return use_only_reads(use); });
    }

  private:
    bool use_only_reads(const llvm::Use& use) {
        const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user) return false;
        if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::ICmpInst>(user) || user->isLifetimeStartOrEnd()) return true;
        if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(user)) return !read->isAtomic();
        if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(user))
            return only_read(user);
        if (llvm::isa<llvm::MemTransferInst>(user)) return use.getOperandNo() == 1;
        if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(user))
            return use.getOperandNo() == 0 && is_slot_only_read(write->getPointerOperand());
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) return call_only_reads(*call, use);
        if (llvm::isa<llvm::ReturnInst>(user)) return calls_only_read(*user->getFunction());
        return false;
    }
    // A variable that holds pointers, and what is done with those that are read from it.
    bool is_slot_only_read(const llvm::Value* slot) {
        if (!llvm::isa<llvm::AllocaInst>(slot)) return false;
        return llvm::all_of(slot->uses(), [&](const llvm::Use& use) {
            const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
            if (!user) return false;
            if (llvm::isa<llvm::DbgInfoIntrinsic>(user) || user->isLifetimeStartOrEnd()) return true;
            if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == 1;
            const auto* read = llvm::dyn_cast<llvm::LoadInst>(user);
            return read && (!read->getType()->isPointerTy() || only_read(read));
        });
    }
    bool call_only_reads(const llvm::CallInst& call, const llvm::Use& use) {
        const llvm::Function* callee = call.getCalledFunction();
        if (!callee || callee->isDeclaration() || !call.isArgOperand(&use)) return false;
        const unsigned argument = call.getArgOperandNo(&use);
        if (argument >= callee->arg_size()) return false;
        return call.isByValArgument(argument) || only_read(callee->getArg(argument));
    }
    // The function returns such a pointer: what do all that call it do with the result?
    bool calls_only_read(const llvm::Function& function) {
        return llvm::all_of(function.uses(), [&](const llvm::Use& use) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
            return call && call->isCallee(&use) && only_read(call);
        });
    }

    llvm::DenseSet<const llvm::Value*> followed_;
};

}  // namespace

bool FunctionDecoder::lies_in_constant_memory(const llvm::Argument& argument) const {
    return is_kernel(ir_) && (promoted_.contains(&argument) || PointerUses().only_read(&argument));
}

void FunctionDecoder::note_launch_bounds() { out_.most_threads = static_cast<std::uint32_t>(note_of(ir_, "maxntidx").value_or(0)); }

void FunctionDecoder::place_structures() {
    for (const llvm::Argument& argument : ir_.args()) {
        if (!argument.hasByValAttr()) continue;
        Parameter& parameter = out_.parameters[argument.getArgNo()];
        parameter.is_constant = lies_in_constant_memory(argument);
        std::uint32_t& used = parameter.is_constant ? out_.parameter_bytes : out_.local_bytes;
        parameter.offset = (used + 15) / 16 * 16;
        used = parameter.offset + parameter.by_value_bytes;
    }
}

}  // namespace warpwise::simt
