// A path that is being typed: the folder it has come to, what is there, and what Tab makes of it.
#include "ui/kit/path_entries.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace warpwise::ui {
namespace {

const std::vector<std::string> kCuda{".cu", ".cuh"};

TEST(PathEntries, APathIsAFolderAndTheBeginningOfAName) {
    const auto split = [](const char* typed) {
        const TypedPath path = typed_path(typed, "/home/ada", "/work");
        return path.folder.string() + "|" + path.rest;
    };
    EXPECT_EQ(split("/tmp/ho"), "/tmp|ho");
    EXPECT_EQ(split("/tmp/"), "/tmp|");
    EXPECT_EQ(split("/"), "/|");
    EXPECT_EQ(split("~"), "/home/ada|");
    EXPECT_EQ(split("~/cu"), "/home/ada|cu");
    EXPECT_EQ(split("~/cuda/a"), "/home/ada/cuda|a");
    EXPECT_EQ(split("sub/a"), "/work/sub|a");
    EXPECT_EQ(split(""), "/work|");
    EXPECT_EQ(split("/tmp/.."), "/|");
    EXPECT_EQ(split("/tmp/x/../ho"), "/tmp|ho");
    EXPECT_EQ(split("/home/ada//work/ho"), "/work|ho");  // pasted behind the folder that was there
    EXPECT_EQ(split("/tmp/~/cuda/a"), "/home/ada/cuda|a");
}

TEST(PathEntries, AFolderListsFoldersAndTheFilesThatAreWanted) {
    const test::TemporaryFolder folder;
    for (const char* name : {"b.cu", "A.CU", "c.cuh", "notes.txt", "zoo/x.cu", ".hidden/x.cu", "Apps/y.cu"}) folder.write(name, "");
    const FolderListing listing = list_folder(folder.path(), kCuda);
    EXPECT_EQ(listing.problem, "");
    const std::vector<PathEntry> all{{"Apps", true}, {"zoo", true}, {"A.CU", false}, {"b.cu", false}, {"c.cuh", false}};
    EXPECT_EQ(matching(listing, ""), all);
    EXPECT_EQ(matching(listing, "a"), (std::vector<PathEntry>{{"Apps", true}, {"A.CU", false}}));
    EXPECT_EQ(matching(listing, ".h"), (std::vector<PathEntry>{{".hidden", true}}));
    EXPECT_EQ(list_folder(folder.path(), {}).entries.size(), 3u);  // folders alone
    EXPECT_NE(list_folder(folder.path() / "missing", kCuda).problem.find("There is no folder"), std::string::npos);
    EXPECT_NE(list_folder(folder.path() / "b.cu", kCuda).problem.find("is not a folder"), std::string::npos);
}

TEST(PathEntries, TabCompletesWhatAllHaveInCommon) {
    const auto tab = [](const char* typed, const char* rest, const std::vector<PathEntry>& entries) {
        return completed(typed, rest, entries);
    };
    EXPECT_EQ(tab("/w/re", "re", {{"reduce.cu", false}, {"reduce_two.cu", false}}), "/w/reduce");
    EXPECT_EQ(tab("/w/re", "re", {{"reduce.cu", false}}), "/w/reduce.cu");
    EXPECT_EQ(tab("/w/ho", "ho", {{"homework", true}}), "/w/homework/");
    EXPECT_EQ(tab("/w/HO", "HO", {{"homework", true}}), "/w/homework/");
    EXPECT_EQ(tab("/w/a", "a", {{"Apps", true}, {"apple.cu", false}}), "/w/a");  // nothing in common but the case of the letter
    EXPECT_EQ(tab("/w/x", "x", {}), "/w/x");
    EXPECT_EQ(tab("/w/", "", {{"only", true}}), "/w/only/");
}

}  // namespace
}  // namespace warpwise::ui
