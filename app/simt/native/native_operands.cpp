#include "simt/native/native_operands.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include "simt/code/bytecode.h"

namespace warpwise::simt {

// At the pointer's address, at another of the same array, or, where one of two arrays is chosen for each lane, at either's.
unsigned lane_bits(const llvm::Value& pointer) {
    for (const llvm::User* user : pointer.users()) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->getType()->getScalarSizeInBits();
        if (const auto* gather = llvm::dyn_cast<llvm::IntrinsicInst>(user); gather && !gather->getType()->isVoidTy())
            return gather->getType()->getScalarSizeInBits();
        if (!llvm::isa<llvm::GetElementPtrInst, llvm::SelectInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(user)) continue;
        if (const unsigned bits = lane_bits(*user)) return bits;
    }
    return 0;
}

bool reads_wide(const llvm::Argument& argument) { return lane_bits(argument) == 64; }

llvm::Constant* constant_lanes(llvm::Module& module, std::span<const std::uint8_t> bytes, bool is_wide) {
    constexpr std::size_t half = kLanes / 2;
    auto& context = module.getContext();
    const std::size_t half_bytes = half * (is_wide ? 8 : 4);
    if (bytes.size() < 2 * half_bytes) return llvm::PoisonValue::get(llvm::PointerType::getUnqual(context));
    llvm::Constant* halves[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const auto* data = reinterpret_cast<const char*>(bytes.data()) + i * half_bytes;
        halves[i] = llvm::ConstantDataVector::getRaw({data, half_bytes}, half, llvm::IntegerType::get(context, is_wide ? 64 : 32));
    }
    auto* both = llvm::ConstantArray::get(llvm::ArrayType::get(halves[0]->getType(), 2), halves);
    auto* global = new llvm::GlobalVariable(module, both->getType(), true, llvm::GlobalValue::PrivateLinkage, both);
    global->setAlignment(llvm::Align(64));
    return global;
}

}  // namespace warpwise::simt
