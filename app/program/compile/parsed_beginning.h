// What sources begin with - CUDA's headers, and those of the system that they include first - as Clang has parsed it: kept in the
// user's cache folder, so that the next compile of such a source reads what it uses of it and nothing else. Whatever is missing,
// damaged or older than a header costs time alone: everything is parsed anew then.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct Beginning {
    std::vector<std::string> flags;  // of the compiler, but for the source: all that the trees hang on beside the machine's files
    std::string forced;              // #include lines before the first line of the source
    std::string leading;             // and those with which it begins
};

struct ParsedBeginning {
    std::string tree;                            // as Clang keeps it
    std::vector<std::filesystem::path> made_of;  // files of the machine
};
using ParseBeginning = std::function<std::optional<ParsedBeginning>(const std::string& includes)>;

struct LeadingIncludes {
    std::string lines;      // one a line, without comments
    std::size_t bytes = 0;  // of the source, up to the end of the last one
};

// #include <...> before the first line of anything else; #include "..." too where `is_ours` says of the name that it is a text of
// ours.
LeadingIncludes leading_includes(std::string_view source, const std::function<bool(std::string_view)>& is_ours);

// A tree, and the #include lines that it is of, which have to be at hand beside it; both empty: none.
struct KeptBeginning {
    std::string tree, includes;
};

// The longest one there is. Parses and keeps what is missing: `forced` at once, `leading` with it when it is
// asked for again, since most programs are compiled again and again, and some once. Safe in several processes and threads.
KeptBeginning kept_beginning(const Beginning&, const std::filesystem::path& folder, const ParseBeginning&);

}  // namespace warpwise
