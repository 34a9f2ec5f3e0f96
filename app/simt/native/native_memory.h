// The memory of compiled code.
#pragma once

#include <llvm/ExecutionEngine/RTDyldMemoryManager.h>
#include <llvm/Support/Memory.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpwise::simt {

// All sections of one object lie side by side, in one mapping: so code reaches its constants by short distances, which LLVM's small
// code model takes, and needs no table of addresses that each function would read where it begins.
class NativeMemory : public llvm::RTDyldMemoryManager {
  public:
    NativeMemory() = default;
    ~NativeMemory() override;
    NativeMemory(const NativeMemory&) = delete;
    NativeMemory& operator=(const NativeMemory&) = delete;

    bool needsToReserveAllocationSpace() override { return true; }
    void reserveAllocationSpace(std::uintptr_t code, llvm::Align, std::uintptr_t read_only, llvm::Align, std::uintptr_t written,
                                llvm::Align) override;
    // Null: there is no memory. LLVM ends the process then, as it does where it finds none for itself.
    std::uint8_t* allocateCodeSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef) override;
    std::uint8_t* allocateDataSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef, bool read_only) override;
    // From now on code can run and nothing of it, nor its constants, can be written. True: it failed.
    bool finalizeMemory(std::string* error) override;

  private:
    struct Part {
        std::uint8_t *begin = nullptr, *next = nullptr, *end = nullptr;
        std::uint8_t* take(std::uintptr_t size, unsigned alignment);
    };
    bool protect(const Part&, unsigned flags, std::string* error);

    llvm::sys::MemoryBlock block_;
    Part code_, read_only_, written_;
};

}  // namespace warpwise::simt
