// The first read of a loop around a compare-and-swap: `old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while
// (old != assumed);`. A stale value costs one more round, so this read is an intended race, as the CUDA programming guide writes
// it.
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

// What may be in the variable that a load reads.
void add_stored(const llvm::Value& variable, std::vector<const llvm::Value*>& values) {
    for (const llvm::User* user : variable.users())
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getPointerOperand() == &variable)
            values.push_back(store->getValueOperand());
}

}  // namespace

void FunctionDecoder::note_first_reads(const llvm::Value& expected) {
    std::vector<const llvm::Value*> values{&expected};
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    while (!values.empty()) {
        const llvm::Value* value = values.back();
        values.pop_back();
        if (!seen.insert(value).second) continue;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
            const llvm::DILocation* place = load->getDebugLoc().get();
            if (llvm::isa<llvm::AllocaInst>(load->getPointerOperand()))
                add_stored(*load->getPointerOperand(), values);
            else if (place)
                module_.program().lines_of_intended_races.push_back(module_.line_of(place->getFile(), place->getLine()));
        } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(value)) {
            // __float_as_int() and the like; a value that an atomic returned is not a read
            const llvm::Function* function = call->getCalledFunction();
            if (function && call->arg_size() == 1 &&
                (!function->isDeclaration() || !call->getArgOperand(0)->getType()->isPointerTy()))
                values.push_back(call->getArgOperand(0));
        } else if (llvm::isa<llvm::CastInst>(value) || llvm::isa<llvm::PHINode>(value) || llvm::isa<llvm::SelectInst>(value)) {
            for (const llvm::Value* operand : llvm::cast<llvm::User>(value)->operands()) values.push_back(operand);
        }
    }
}

}  // namespace warpwise::simt
