// References handed to inlined functions of the prelude: at -O0 each is a variable of its own that holds an address, and what it
// points to would have to be memory. Those that no debugger shows and that are set once are followed instead, so that a structure
// passed to such a function (a matrix fragment, a group of threads) stays in registers, as on a GPU.
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {

void follow_references(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> references;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i);
        if (!variable || !variable->getAllocatedType()->isPointerTy() || !llvm::isAllocaPromotable(variable)) continue;
        if (!llvm::findDbgDeclares(variable).empty() || !llvm::findDVRDeclares(variable).empty()) continue;
        const auto stores =
            llvm::count_if(variable->users(), [](const llvm::User* user) { return llvm::isa<llvm::StoreInst>(user); });
        if (stores == 1) references.push_back(variable);
    }
    if (references.empty()) return;
    llvm::DominatorTree tree(function);
    llvm::PromoteMemToReg(references, tree);
}

}  // namespace warpwise::simt
