// Which kernel a name expression means: its variable in the text, overloads, and what is said when there is none. Internal to
// the compiler.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "simt/compile/compile_facts.h"

namespace warpwise::simt {

// A name with template arguments and perhaps parameters, "k<float>(float*, int)"; nothing that could be more than that.
bool is_name_expression(std::string_view entry);
// What is appended to the text so that Clang finds the kernel, makes its instance and keeps it.
std::string entry_variable(std::string_view entry);
// The kernels of that name and, where the entry says them, with those parameters; of these, where there are arguments (bytes each,
// 0: an array), those that they fit. With the entry that names each alone.
struct NamedKernel {
    std::string entry;
    KernelSignature signature;
};
std::vector<NamedKernel> kernels_named(const KernelFacts&, std::string_view entry, const std::vector<std::size_t>& arguments);

Diagnostics one_error(std::string_view origin, std::string message, std::string hint);
// Why there is no such kernel. `reason`: the compiler's.
Diagnostics entry_error(const KernelFacts&, std::string_view entry, std::string_view origin, const std::string& reason);

// The kernel's own function in the module, through the variable that names it.
llvm::Function* take_entry(llvm::Module&);
// The kernel, not a template, of that name that is declared in that line.
llvm::Function* kernel_at(llvm::Module&, std::string_view qualified, unsigned line);

}  // namespace warpwise::simt
