// What is said of a [[view]] kind = "address_map" that cannot be drawn.
#include <gtest/gtest.h>

#include <string>

#include "base/diagnostic.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

std::string said_of_map(const std::string& options) {
    const std::string view = "kind = \"address_map\"\n" + options;
    return text_of(read_manifest(test::with(test::good_manifest, "kind = \"thread_grid\"", view), "x/lesson.toml").diagnostics);
}

// The message stands at the line of the field, the hint after it.
void expect_said(const std::string& options, const std::string& message, const std::string& hint = "") {
    const std::string said = said_of_map(options);
    EXPECT_NE(said.find(message), std::string::npos) << options << "\n" << said;
    EXPECT_NE(said.find(hint), std::string::npos) << options << "\n" << said;
    EXPECT_EQ(said.find("error", said.find("error") + 1), std::string::npos) << "more than one error: " << said;
}

TEST(ManifestAddressMap, AGoodOneIsGood) {
    EXPECT_EQ(said_of_map("array = \"a\"\ncols = \"n\""), "");
    EXPECT_EQ(said_of_map("array = [\"a\", \"a\"]\nname = [\"a\", \"b = a[::{2 * block}]\"]\nrows = 4\ncols = [\"n / 4\", \"2\"]\n"
                          "stride_rows = \"-n / 4\"\noffset = \"n - n / 4\"\nkernel = [\"add_one\"]"),
              "");
}

TEST(ManifestAddressMap, EachMistakeIsNamedAtItsLine) {
    expect_said("cols = \"n\"", "lesson.toml:31", "the view names no array");
    expect_said("array = \"b\"\ncols = \"n\"", "lesson.toml:33", "there is no array \"b\"");
    expect_said("array = \"a\"", "the field \"cols\" is missing", "the length of the last axis");
    expect_said("array = \"a\"\ncols = \"n\"\nkernel = [\"add_one\", \"add_on\"]", "no kernel \"add_on\"",
                "Did you mean \"add_one\"?");
    expect_said("array = \"a\"\ncols = \"n\"\noffset = \"m\"", "lesson.toml:35", "there is no \"m\"");
    expect_said("array = \"a\"\ncols = \"n\"\nstride_cols = \"0.5\"",
                "gives 0.5 for the defaults, which is not a whole number of elements");
    expect_said("array = \"a\"\ncols = \"n\"\nrows = 0", "\"rows\" = \"0\" gives 0", "at least one row");
    expect_said("array = \"a\"\ncols = \"n\"\nstride_rows = 4", "no \"rows\"", "Give \"rows\"");
    expect_said("array = \"a\"\ncols = \"n\"\nname = \"b{n\"", "has no }");
    expect_said("array = \"a\"\ncols = \"n\"\nname = \"b{m}\"", "there is no \"m\"");
    expect_said("array = \"a\"\ncols = [\"n\", \"n\", \"n\"]\noffset = [\"0\", \"1\"]",
                "\"offset\" has 2 entries, and another one has 3", "Give one entry for each map");
    expect_said("array = \"a\"\ncols = [\"1\", \"1\", \"1\", \"1\", \"1\"]", "has 5 entries: the view draws at most 4 maps");
    expect_said("array = \"a\"\ncols = \"n\"\nrows = 2\nstride_row = 1", "no option \"stride_row\"",
                "Did you mean \"stride_rows\"?");
}

}  // namespace
}  // namespace warpwise
