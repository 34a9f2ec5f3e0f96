// The prelude as Clang has parsed it: a file that the build writes beside the executables, of which a compile reads what its text
// uses. Without the file, and with one of another build, each compile parses the prelude anew, which takes most of its time.
// Internal to the compiler.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::simt {

struct ParsedPrelude {
    std::string_view text;  // what was parsed
    std::string_view tree;  // as Clang keeps it; both empty where there is no such file
};

// The one for a text, by the headers that it includes, from a file in the folder of the executable. The same bytes in each call;
// safe in any thread.
ParsedPrelude parsed_prelude_for(std::string_view text);

// The tree in the bytes of such a file that was made of `text`; empty when they are damaged, or were made of another text.
std::string_view tree_in(std::string_view file, std::string_view text);
// What ends the file: of the tree and of what it was made of, as it is valid for exactly this text and the headers that it
// includes.
std::string digest_of(std::string_view text, std::string_view tree);

}  // namespace warpwise::simt
