// The files that Clang sees: the text, the headers that are text in the program, and where the options allow it those of the
// machine. Internal to the compiler.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "simt/compile/compile_options.h"
#include "simt/compile/parsed_prelude.h"

namespace warpwise::simt {

// The text, and where the program's own headers lie: names that no folder of a machine has.
inline constexpr std::string_view kTextPath = "/.simt-text/kernel.cu";
inline constexpr std::string_view kHeadersPath = "/.simt/include";
inline constexpr const char* kPreludePath = "/.simt/include/prelude.h";
inline constexpr const char* kParsedTextPath = "/.simt/include/parsed_prelude.h";
inline constexpr const char* kParsedTreePath = "/.simt/include/prelude.pch";

// Headers as the compiler shall see them instead, by path.
using EditedHeaders = std::map<std::string, std::string, std::less<>>;

// What the user wrote, by the names that diagnostics have.
struct UserFile {
    std::string path, text;
};
using UserFiles = std::map<std::string, UserFile, std::less<>>;

struct SourceFiles {
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system;
    std::shared_ptr<std::set<std::string>> refused;  // paths that led outside, while Clang looks for headers
};
// What a text sees before its first line.
struct Prelude {
    ParsedPrelude parsed;  // its bytes outlive the file system
    std::string text;      // after it
};
SourceFiles source_files(std::string_view text, const Prelude&, const CompileOptions&, const EditedHeaders&);

// The path of what the user wrote: the text or a header of theirs; empty for the program's own and for macros' buffers.
std::string_view users_path(const clang::SourceManager&, clang::FileID);
inline bool is_users(const clang::SourceManager& sources, clang::SourceLocation place) {
    return place.isValid() && !users_path(sources, sources.getFileID(sources.getExpansionLoc(place))).empty();
}
// As people know it: beside `origin` where it lies beside the text.
std::string shown_path(std::string_view path, std::string_view origin, const CompileOptions&);

}  // namespace warpwise::simt
