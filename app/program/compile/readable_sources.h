// The headers that a program includes, in the spelling that Clang takes, as its sources are: k << < 1, 2 >> >(), texture
// references.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <string_view>

namespace warpwise {

// A text of the program in that spelling; lines stay lines.
std::string as_clang_reads_program(std::string_view text);

// The machine's files. Those of a program (.cu, .cuh, .h, .hpp, .inl outside of the system's folders) are edited as they are read
// where that changes them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine_files_as_clang_reads();

}  // namespace warpwise
