// What the syntax tree and the preprocessor tell of a text's kernels, collected while Clang reads it. Internal to the compiler.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "simt/compile.h"
#include "simt/decode.h"

namespace warpwise::simt {

struct KernelFacts {
    std::vector<std::string> kernels;               // by name; templates end in "<...>"
    std::vector<std::string> plain;                 // those that are not templates
    std::vector<KernelParameter> first_parameters;  // of the first plain kernel
    unsigned first_line = 0;
    std::vector<std::string> functions;  // other functions of the text, for "is not a kernel"
    std::optional<std::vector<KernelParameter>> parameters;
    bool entry_is_kernel = false;
    DeclaredElements shared_elements;                // of extern __shared__ arrays of numbers
    std::vector<std::pair<int, int>> wide_integers;  // lines and columns of conversions to 128-bit integers
    Diagnostics missing_headers;                     // of a whole program's host side: passed over
};

std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts&);
// A whole program may name headers that are not here: its host side is passed over, so that they are, too.
std::unique_ptr<clang::PPCallbacks> note_missing_headers(KernelFacts&, const clang::SourceManager&, std::string_view origin);

}  // namespace warpwise::simt
