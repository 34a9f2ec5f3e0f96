// What the syntax tree and the preprocessor tell of a text's kernels, collected while Clang reads it. Internal to the compiler.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "simt/code/bytecode.h"
#include "simt/compile/compile_options.h"
#include "simt/compile/kernel_parameter.h"
#include "simt/decode/declared_elements.h"

namespace warpwise::simt {

struct KernelSignature {
    std::string name;                              // with its namespaces
    std::vector<std::string> template_parameters;  // their names; none: not a template
    std::vector<std::string> types;                // of its parameters, as written
    std::vector<bool> pointers;                    // which of them are pointers
    std::vector<KernelParameter> parameters{};     // where it is not a template
    unsigned line = 0;
};

struct KernelFacts {
    std::vector<std::string> kernels;               // by name; templates end in "<...>"
    std::vector<std::string> plain;                 // those that are not templates
    std::vector<KernelParameter> first_parameters;  // of the first plain kernel
    unsigned first_line = 0;
    std::vector<std::string> functions;       // other functions of the text, for "is not a kernel"
    std::map<std::string, int> without_body;  // lines of declarations of functions, by name with namespaces
    std::optional<std::vector<KernelParameter>> parameters;
    bool entry_is_kernel = false;
    DeclaredElements shared_elements;                // of extern __shared__ arrays of numbers
    std::vector<std::pair<int, int>> wide_integers;  // lines and columns of conversions to 128-bit integers
    Diagnostics missing_headers;                     // and those that lie outside the folders: errors
    std::vector<HeaderLines> headers;                // of the user, that were read; numbered behind the text
    std::vector<KernelSignature> signatures;         // of all kernels, overloads each
    // Of kernels whose threads end only at the closing brace: their names, without namespaces, and lines.
    std::set<std::pair<std::string, unsigned>> without_return;
    std::set<std::string, std::less<>> device_words{"__global__", "__device__", "__constant__", "__shared__", "__managed__"};
};

// Of the main file, as a whole program has it.
std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts&);
// And of the headers that are the user's.
std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts&, std::string_view origin, const CompileOptions&);
// Headers that are not here are passed over; what the user's macros say of device code is noted.
std::unique_ptr<clang::PPCallbacks> note_headers(KernelFacts&, const clang::SourceManager&, std::string_view origin,
                                                 const CompileOptions&, std::shared_ptr<std::set<std::string>> refused);

}  // namespace warpwise::simt
