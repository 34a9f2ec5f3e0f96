// Names in code that are longer than a line of prose.
#include "ui/kit/long_names.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

TEST(LongNames, ANameThatIsLongerThanALineIsBrokenBehindAWord) {
    EXPECT_EQ(with_breaks_in_long_names("- `CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES`, at the launch.\n", 30),
              "- `CUDA_ERROR_LAUNCH_OUT_OF_` `RESOURCES`, at the launch.\n");
    EXPECT_EQ(with_breaks_in_long_names("`a_b_c`", 2), "`a_` `b_` `c`");
}

TEST(LongNames, OtherTextsStay) {
    for (const char* text : {"`fits` and `some code that has blanks`", "`unbreakablename`", "open `code_that_never_ends",
                             "```\n`a_long_name_in_code`\n```\n", "", "a_long_name_in_prose\n\nand more"})
        EXPECT_EQ(with_breaks_in_long_names(text, 8), text);
}

}  // namespace
}  // namespace warpwise::ui
