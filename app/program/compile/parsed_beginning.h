// The headers at the beginning of sources - CUDA's, and those of the system that they include first - as Clang has parsed them,
// kept in the user's cache folder: the next compile of such a source loads only what it uses of them. A kept tree that is
// missing, damaged or older than a header only costs time: everything is parsed again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct Beginning {
    std::vector<std::string> flags;  // of the compiler, but for the source: what the trees depend on beside the machine's files
    std::string forced;              // #include lines before the first line of the source
    std::string leading;             // and those with which it begins
};

struct ParsedBeginning {
    std::string tree;                            // as Clang keeps it
    std::vector<std::filesystem::path> made_of;  // files of the machine
};
using ParseBeginning = std::function<std::optional<ParsedBeginning>(const std::string& includes)>;

struct LeadingIncludes {
    std::string lines;      // one per line, without comments
    std::size_t bytes = 0;  // of the source, up to the end of the last one
};

// The #include <...> lines before the first line of anything else; #include "..." too if `is_ours` says that the name is one of
// our texts.
LeadingIncludes leading_includes(std::string_view source, const std::function<bool(std::string_view)>& is_ours);

// A tree, and the #include lines that it was made of, which Clang needs beside it; both empty: none.
struct KeptBeginning {
    std::string tree, includes;
};

// The longest one that exists. Parses and keeps what is missing: `forced` at once, and `leading` with it only when it is asked
// for a second time, since some programs are compiled only once. Safe in several processes and threads.
KeptBeginning kept_beginning(const Beginning&, const std::filesystem::path& folder, const ParseBeginning&);

}  // namespace warpwise
