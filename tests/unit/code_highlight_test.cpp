#include "ui/kit/code_highlight.h"

#include <gtest/gtest.h>

#include <string>

namespace warpwise::ui {
namespace {

// "int:type x:text" without the blanks
std::string told(std::string_view code) {
    std::string text;
    for (const CodeToken& token : tokenize_cuda(code)) {
        if (token.kind == CodeKind::text) continue;
        text += std::string(code.substr(token.begin, token.length)) + ":" + std::to_string(static_cast<int>(token.kind)) + " ";
    }
    return text;
}

std::string kind(CodeKind k) { return ":" + std::to_string(static_cast<int>(k)) + " "; }

TEST(CodeHighlight, ColoursTheIndexTermsWithTheirAxis) {
    EXPECT_EQ(told("int i = blockIdx.x * blockDim.x + threadIdx.y;"),
              "int" + kind(CodeKind::type) + "blockIdx.x" + kind(CodeKind::block_term) + "blockDim.x" + kind(CodeKind::dim_term) +
                  "threadIdx.y" + kind(CodeKind::thread_term));
    EXPECT_EQ(told("threadIdx.w"), "threadIdx" + kind(CodeKind::thread_term));
    EXPECT_EQ(told("mythreadIdx.x"), "");
}

TEST(CodeHighlight, KnowsCommentsStringsNumbersAndDirectives) {
    EXPECT_EQ(told("// if (x) 1"), "// if (x) 1" + kind(CodeKind::comment));
    EXPECT_EQ(told("/* a\nb */ 1.5e-3f"), "/* a\nb */" + kind(CodeKind::comment) + "1.5e-3f" + kind(CodeKind::number));
    EXPECT_EQ(told("\"a \\\" if\" 'x'"), "\"a \\\" if\"" + kind(CodeKind::string) + "'x'" + kind(CodeKind::string));
    EXPECT_EQ(told("#define N 3"), "#define N 3" + kind(CodeKind::preprocessor));
    EXPECT_EQ(told("a # b"), "");
}

TEST(CodeHighlight, CoversEveryByteOfAnyText) {
    for (const std::string code : {"", "\"open", "/* open", "'", "a\n\n  b", "1.2.3'4", "\\", "blockIdx.", "\xc3\xa4 int"}) {
        std::size_t at = 0;
        for (const CodeToken& token : tokenize_cuda(code)) {
            EXPECT_EQ(token.begin, at) << code;
            EXPECT_GT(token.length, 0u) << code;
            at += token.length;
        }
        EXPECT_EQ(at, code.size()) << code;
    }
}

}  // namespace
}  // namespace warpwise::ui
