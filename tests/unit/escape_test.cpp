// Text in the formats of reports.
#include "base/escape.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace warpwise {
namespace {

TEST(Escape, HtmlKeepsNoMarkupAndNoControlCharacters) {
    EXPECT_EQ(html_escaped("<a href=\"x\">&\n"), "&lt;a href=&quot;x&quot;&gt;&amp;\n");
    EXPECT_EQ(html_escaped("a\x1b[31m\x7f"), "a [31m ");
}

TEST(Escape, CsvQuotesWhatNeedsIt) {
    EXPECT_EQ(csv_field("plain text"), "plain text");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"a\"\nb"), "\"say \"\"a\"\"\nb\"");
}

TEST(Escape, ANameIsOneLineOfUtf8) {
    EXPECT_EQ(shown_name("Zo\xc3\xab.cu"), "Zo\xc3\xab.cu");
    EXPECT_EQ(shown_name("a\nb\x1b.cu"), "a b .cu");
    EXPECT_TRUE(is_utf8(shown_name("\xff\xfe.cu")));
}

}  // namespace
}  // namespace warpwise
