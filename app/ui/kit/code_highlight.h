// Splits CUDA C++ into words with a meaning for colouring. Pure: no window library, so that it can be tested alone.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpwise::ui {

enum class CodeKind {
    text,
    keyword,
    type,
    number,
    string,
    comment,
    preprocessor,
    builtin,
    block_term,
    dim_term,
    thread_term,  // blockIdx; blockDim and gridDim; threadIdx: one colour each, everywhere
};

// What a whole identifier is; text when it is nobody's.
CodeKind kind_of_word(std::string_view word);

struct CodeToken {
    std::size_t begin = 0, length = 0;  // bytes of the text
    CodeKind kind = CodeKind::text;
};

// Tokens in order; together they cover the text, blanks and line breaks included (as CodeKind::text).
std::vector<CodeToken> tokenize_cuda(std::string_view text);

}  // namespace warpwise::ui
