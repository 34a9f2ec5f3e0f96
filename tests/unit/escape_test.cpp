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

// =HYPERLINK(...) in a hand-in's message would be a formula in a teacher's spreadsheet.
TEST(Escape, CsvHasNoFormulas) {
    EXPECT_EQ(csv_field("=1+1"), "\"'=1+1\"");
    EXPECT_EQ(csv_field("@SUM(A1)"), "\"'@SUM(A1)\"");
    EXPECT_EQ(csv_field("+cmd|' /C calc'!A0"), "\"'+cmd|' /C calc'!A0\"");
    EXPECT_EQ(csv_field("-a,\"b\""), "\"'-a,\"\"b\"\"\"");
    EXPECT_EQ(csv_field("\t=1"), "\"'\t=1\"");
    for (const char* number : {"-1.5", "+3", "-1e-7", "0", "-inf", "1048576"}) EXPECT_EQ(csv_field(number), number);
    EXPECT_EQ(csv_field("a=1"), "a=1");
    EXPECT_EQ(csv_field("-1.5x"), "\"'-1.5x\"");
}

TEST(Escape, ATerminalGetsNoControlCharacters) {
    EXPECT_EQ(terminal_text("Zo\xc3\xab\t1 \xc3\x97 2\n\xf0\x9f\x98\x80"), "Zo\xc3\xab\t1 \xc3\x97 2\n\xf0\x9f\x98\x80");
    EXPECT_EQ(terminal_text("a\x1b]0;title\x07"
                            "b\x7f\b"),
              "a\xef\xbf\xbd]0;title\xef\xbf\xbd"
              "b\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(terminal_text("\x9b"
                            "31m"),
              "\xef\xbf\xbd"
              "31m")
        << "C1 as a byte";
    EXPECT_EQ(terminal_text("\xc2\x9b"
                            "31m\xc2\xa0"),
              "\xef\xbf\xbd"
              "31m\xc2\xa0")
        << "C1 in UTF-8";
    EXPECT_EQ(terminal_text("one\r\ntwo\rthree"), "one\ntwo\xef\xbf\xbdthree");
    EXPECT_EQ(terminal_text(std::string_view("a\0b", 3)),
              "a\xef\xbf\xbd"
              "b");
    EXPECT_EQ(terminal_text("cut \xe2\x82"), "cut \xef\xbf\xbd\xef\xbf\xbd");
    for (int byte = 0; byte < 256; ++byte) {
        const std::string shown = terminal_text(std::string(1, static_cast<char>(byte)));
        EXPECT_TRUE(is_utf8(shown)) << byte;
        if (byte < 0x20 && byte != '\n' && byte != '\t') EXPECT_EQ(shown, "\xef\xbf\xbd") << byte;
    }
}

TEST(Escape, ANameHasNoControlCharactersOfUtf8Either) {
    EXPECT_EQ(shown_name("a\xc2\x9b"
                         "b"),
              "a b");
}

}  // namespace
}  // namespace warpwise
