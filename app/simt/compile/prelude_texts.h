// The headers that a kernel may include, and the prelude that every kernel sees: text, compiled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise::simt {

struct HeaderText {
    std::string_view name;  // "cuda_fp16.h"
    std::string_view text;
};

// What is known without any #include: indices, barriers, atomics, mathematics. All of it, or the parts that words in a
// text call for.
std::string whole_prelude();
std::string prelude_for(std::string_view text);
// The prelude in two: what costs a module nothing that does not use it, which is parsed once for all texts (parsed_prelude.h), and
// what is a part of every module that has parsed it, which is for texts with its words. With the first, headers are parsed that
// many texts include: a set for each combination that is common. The last set is the prelude alone.
struct ParsedSet {
    std::string file;                       // "prelude_fp16.pch"
    std::vector<std::string_view> headers;  // "cuda_fp16.h"
    std::string text;                       // what is parsed
};
std::span<const ParsedSet> parsed_sets();
const ParsedSet& parsed_set_for(std::string_view text);
std::string emitted_parts();
std::string emitted_parts_for(std::string_view text);
// All of it for a text that reads the machine's own C and C++ headers: what those declare is left out or an overload.
std::string prelude_beside_system_headers();
std::span<const HeaderText> header_texts();
// CUB, Thrust and what they share with libcu++ (prelude_libraries.cpp).
std::span<const HeaderText> library_header_texts();
// Of a whole program with a main(), besides: headers of its host side, with the names of types and no more.
std::span<const HeaderText> host_header_texts();
// "cuda_fp16.h, cstdint, ...": for the message that a header is unknown
std::string_view common_header_names();

}  // namespace warpwise::simt
