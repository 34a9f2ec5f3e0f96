#include "simt/native/native_memory.h"

#include <llvm/Support/Process.h>

#include <system_error>

namespace warpwise::simt {

NativeMemory::~NativeMemory() {
    deregisterEHFrames();
    if (block_.base()) llvm::sys::Memory::releaseMappedMemory(block_);
}

void NativeMemory::reserveAllocationSpace(std::uintptr_t code, llvm::Align, std::uintptr_t read_only, llvm::Align,
                                          std::uintptr_t written, llvm::Align) {
    constexpr unsigned both = llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE;
    const std::uintptr_t page = llvm::sys::Process::getPageSizeEstimate();
    std::error_code error;
    const auto pages = [page](std::uintptr_t bytes) { return (bytes + page - 1) / page * page; };
    written += page;  // for the addresses of the helpers that code calls, some tens, which LLVM does not count
    block_ = llvm::sys::Memory::allocateMappedMemory(pages(code) + pages(read_only) + pages(written), nullptr, both, error);
    auto* at = static_cast<std::uint8_t*>(block_.base());
    if (!at) return;
    const auto take = [&](Part& part, std::uintptr_t bytes) {
        part = {at, at, at + pages(bytes)};
        at = part.end;
    };
    take(code_, code);
    take(read_only_, read_only);
    take(written_, written);
}

std::uint8_t* NativeMemory::Part::take(std::uintptr_t size, unsigned alignment) {
    const std::uintptr_t align = alignment ? alignment : 16;
    const std::uintptr_t skipped = (align - reinterpret_cast<std::uintptr_t>(next) % align) % align;
    if (skipped + size > static_cast<std::uintptr_t>(end - next)) return nullptr;
    std::uint8_t* out = next + skipped;
    next = out + size;
    return out;
}

std::uint8_t* NativeMemory::allocateCodeSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef) {
    return code_.take(size, alignment);
}

std::uint8_t* NativeMemory::allocateDataSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef,
                                                bool read_only) {
    return (read_only ? read_only_ : written_).take(size, alignment);
}

bool NativeMemory::protect(const Part& part, unsigned flags, std::string* error) {
    if (part.begin == part.end) return false;
    const llvm::sys::MemoryBlock block(part.begin, static_cast<std::size_t>(part.end - part.begin));
    const std::error_code failed = llvm::sys::Memory::protectMappedMemory(block, flags);
    if (failed && error) *error = failed.message();
    return static_cast<bool>(failed);
}

bool NativeMemory::finalizeMemory(std::string* error) {
    return protect(code_, llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_EXEC, error) ||
           protect(read_only_, llvm::sys::Memory::MF_READ, error);
}

}  // namespace warpwise::simt
