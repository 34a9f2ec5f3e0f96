// One run of Clang over a text. Internal to the compiler.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "simt/compile/compile_facts.h"
#include "simt/compile/compile_files.h"
#include "simt/compile/compile_options.h"

namespace warpwise::simt {

inline constexpr unsigned kMostErrors = 50;  // Clang stops there

struct CompileRequest {
    std::string_view text, entry, origin;
    const CompileOptions& options;
};

struct FrontEnd {
    llvm::LLVMContext context;
    KernelFacts facts;
    std::unique_ptr<llvm::Module> module;
    bool entry_failed = false;
    std::string entry_message;
    Diagnostics diagnostics;
    UserFiles files;                // those that diagnostics name, as they were read
    std::uint64_t tokens_read = 0;  // by all runs so far, of the text and every header: how much work they were
};

void run_clang(FrontEnd&, const CompileRequest&, const Prelude&, const EditedHeaders& = {});
// Parses the text with a kernel's flags and writes Clang's tree to the file. False: the text or the file has a mistake.
bool parse_prelude_to_file(std::string_view text, const std::string& file);

}  // namespace warpwise::simt
