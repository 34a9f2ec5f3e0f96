#include "ui/kit/code_highlight.h"

#include <algorithm>
#include <array>

#include "text/source_scanner.h"

namespace warpwise::ui {

namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 46> kKeywords = {"__constant__", "__device__",   "__forceinline__",
                                                        "__global__",   "__host__",     "__launch_bounds__",
                                                        "__managed__",  "__noinline__", "__restrict__",
                                                        "__shared__",   "alignas",      "auto",
                                                        "break",        "case",         "class",
                                                        "concept",      "const",        "constexpr",
                                                        "continue",     "default",      "delete",
                                                        "do",           "else",         "enum",
                                                        "extern",       "false",        "for",
                                                        "goto",         "if",           "inline",
                                                        "namespace",    "new",          "operator",
                                                        "private",      "public",       "return",
                                                        "sizeof",       "static",       "struct",
                                                        "switch",       "template",     "this",
                                                        "true",         "typename",     "using",
                                                        "while"};

constexpr std::array<std::string_view, 26> kTypes = {"__half",   "bool",     "char",    "dim3",     "double",  "double2", "float",
                                                     "float2",   "float4",   "half",    "int",      "int16_t", "int2",    "int32_t",
                                                     "int4",     "int64_t",  "int8_t",  "long",     "short",   "signed",  "size_t",
                                                     "uint32_t", "uint64_t", "uint8_t", "unsigned", "void"};

constexpr std::array<std::string_view, 30> kBuiltins = {"__all_sync",
                                                        "__any_sync",
                                                        "__ballot_sync",
                                                        "__shfl_down_sync",
                                                        "__shfl_sync",
                                                        "__shfl_up_sync",
                                                        "__shfl_xor_sync",
                                                        "__syncthreads",
                                                        "__syncwarp",
                                                        "__threadfence",
                                                        "assert",
                                                        "atomicAdd",
                                                        "atomicCAS",
                                                        "atomicExch",
                                                        "atomicMax",
                                                        "atomicMin",
                                                        "atomicSub",
                                                        "ceil",
                                                        "clock64",
                                                        "cos",
                                                        "exp",
                                                        "fabs",
                                                        "fma",
                                                        "log",
                                                        "max",
                                                        "min",
                                                        "printf",
                                                        "sin",
                                                        "sqrt",
                                                        "warpSize"};

static_assert(std::ranges::is_sorted(kKeywords) && std::ranges::is_sorted(kTypes) && std::ranges::is_sorted(kBuiltins));

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t end_of_line(std::string_view text, std::size_t from) { return std::min(text.find('\n', from), text.size()); }

std::size_t end_of_number(std::string_view text, std::size_t from) {
    std::size_t i = from;
    while (i < text.size()) {
        const bool exponent_sign = (text[i] == '+' || text[i] == '-') && (text[i - 1] == 'e' || text[i - 1] == 'E') && i > from;
        if (!in_name(text[i]) && text[i] != '.' && text[i] != '\'' && !exponent_sign) break;
        ++i;
    }
    return i;
}

bool only_blanks_before(std::string_view text, std::size_t at) {
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
    return at == 0 || text[at - 1] == '\n';
}

CodeToken token_at(std::string_view text, std::size_t at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    const auto until = [at](std::size_t end, CodeKind kind) { return CodeToken{at, end - at, kind}; };
    if (const std::size_t end = end_of_comment(text, at); end != at) return until(end, CodeKind::comment);
    if (const std::size_t end = end_of_literal(text, at); end != at) return until(end, CodeKind::string);
    if (c == '#' && only_blanks_before(text, at)) return until(end_of_line(text, at), CodeKind::preprocessor);
    if (is_digit(c) || (c == '.' && is_digit(next))) return until(end_of_number(text, at), CodeKind::number);
    if (begins_name(c)) {
        std::size_t end = at;
        while (end < text.size() && in_name(text[end])) ++end;
        return until(end, kind_of_word(text.substr(at, end - at)));
    }
    return {at, 1, CodeKind::text};
}

}  // namespace

CodeKind kind_of_word(std::string_view word) {
    if (word == "blockIdx") return CodeKind::block_term;
    if (word == "blockDim" || word == "gridDim") return CodeKind::dim_term;
    if (word == "threadIdx") return CodeKind::thread_term;
    if (std::ranges::binary_search(kKeywords, word)) return CodeKind::keyword;
    if (std::ranges::binary_search(kTypes, word)) return CodeKind::type;
    if (std::ranges::binary_search(kBuiltins, word)) return CodeKind::builtin;
    return CodeKind::text;
}

std::vector<CodeToken> tokenize_cuda(std::string_view text) {
    std::vector<CodeToken> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const CodeToken token = token_at(text, at);
        at += token.length;
        const bool joins = token.kind == CodeKind::text && !tokens.empty() && tokens.back().kind == CodeKind::text;
        if (joins)
            tokens.back().length += token.length;
        else
            tokens.push_back(token);
        // ".x" belongs to the term before it: the formula shows both in one colour
        const bool term = token.kind >= CodeKind::block_term;
        if (term && at + 1 < text.size() && text[at] == '.' && text[at + 1] >= 'x' && text[at + 1] <= 'z') {
            tokens.back().length += 2;
            at += 2;
        }
    }
    return tokens;
}

}  // namespace warpwise::ui
