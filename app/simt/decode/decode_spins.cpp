// Loads that wait for another thread: volatile ones that end a loop which does nothing but look again.
//
// PTX treats volatile accesses as relaxed ones of the whole system, so such a load and the store that it waits for are no data
// race. Other volatile loads are watched as plain ones: `counter = counter + 1` of a volatile variable loses updates, and what is
// handed over without a fence is found.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

bool is_volatile_load(const llvm::Instruction& i) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
    return load && load->isVolatile() && !llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
}

// What was loaded decides, compared or joined with other conditions, where a branch goes.
bool decides(const llvm::Value& value, int steps_left = 8) {
    return steps_left > 0 && llvm::any_of(value.users(), [&](const llvm::User* user) {
               if (llvm::isa<llvm::BranchInst>(user)) return true;
               return llvm::isa<llvm::CmpInst, llvm::CastInst, llvm::BinaryOperator, llvm::PHINode>(user) &&
                      decides(*user, steps_left - 1);
           });
}

// It changes no memory that another thread sees.
bool only_looks(const llvm::Instruction& i) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) return llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
    if (llvm::isa<llvm::DbgInfoIntrinsic>(i) || i.isLifetimeStartOrEnd()) return true;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
        const llvm::Function* callee = call->getCalledFunction();
        return callee && callee->isDeclaration() && (callee->getName().ends_with("sleep") || callee->getName().contains("fence."));
    }
    return !i.mayWriteToMemory() || is_volatile_load(i);
}

}  // namespace

void FunctionDecoder::find_spins() {
    if (llvm::none_of(llvm::instructions(ir_), is_volatile_load)) return;
    const llvm::DominatorTree dominators(ir_);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const bool spins =
            llvm::all_of(loop->blocks(), [](const llvm::BasicBlock* block) { return llvm::all_of(*block, only_looks); });
        if (!spins) continue;
        for (const llvm::BasicBlock* block : loop->blocks())
            for (const llvm::Instruction& i : *block)
                if (is_volatile_load(i) && decides(i)) spins_.insert(&i);
    }
}

}  // namespace warpwise::simt
