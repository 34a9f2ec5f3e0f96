// The CUDA files that were opened last: their order, what tells two of one name apart, and what is said of their last run.
#include "ui/workbench/recent_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names(const std::vector<fs::path>& paths) { return names_apart(paths); }

TEST(RecentFiles, TheNewestIsFirstAndKeepsItsRun) {
    std::vector<RecentFile> files;
    note_opened(files, "/a/one.cu");
    note_run(files, "/a/one.cu", {.changed = 7, .compiles = true, .mistakes = 2, .notes = 0, .exit_code = 0});
    note_opened(files, "/a/two.cu");
    note_opened(files, "/a/one.cu");
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].path, "/a/one.cu");
    ASSERT_TRUE(files[0].run);
    EXPECT_EQ(files[0].run->mistakes, 2);
    EXPECT_FALSE(files[1].run);
    note_run(files, "/a/never_opened.cu", {});
    EXPECT_EQ(files.size(), 2u);
    for (int i = 0; i < 20; ++i) note_opened(files, "/a/" + std::to_string(i) + ".cu");
    EXPECT_EQ(files.size(), kMostRecentFiles);
    EXPECT_EQ(files.front().path, "/a/19.cu");
}

TEST(RecentFiles, EqualNamesAreToldApartByTheirFolders) {
    EXPECT_EQ(names({"/w/reduce.cu", "/w/scan.cu"}), (std::vector<std::string>{"reduce.cu", "scan.cu"}));
    EXPECT_EQ(names({"/w/first/reduce.cu", "/w/second/reduce.cu", "/w/scan.cu"}),
              (std::vector<std::string>{"first/reduce.cu", "second/reduce.cu", "scan.cu"}));
    EXPECT_EQ(names({"/x/src/a.cu", "/y/src/a.cu"}), (std::vector<std::string>{"x/src/a.cu", "y/src/a.cu"}));
    EXPECT_EQ(names({"/a.cu", "/b/a.cu"}), (std::vector<std::string>{"/a.cu", "b/a.cu"}));
    EXPECT_EQ(names({"/w/a.cu", "/w/a.cu"}), (std::vector<std::string>{"a.cu", "a.cu"}));  // one file twice needs no folder
    EXPECT_TRUE(names({}).empty());
}

TEST(RecentFiles, TheVerdictNeverFlatters) {
    const auto said = [](const RecentRun& run, std::int64_t changed = 1) { return verdict_of({"/a.cu", run}, changed); };
    EXPECT_EQ(said({.changed = 1}), (RecentVerdict{"no mistakes", RecentTone::good}));
    EXPECT_EQ(said({.changed = 1, .compiles = true, .mistakes = 1, .notes = 2, .exit_code = 1}),
              (RecentVerdict{"1 mistake, 2 notes", RecentTone::wrong}));
    EXPECT_EQ(said({.changed = 1, .compiles = true, .mistakes = 0, .notes = 1, .exit_code = 0}),
              (RecentVerdict{"no mistakes, 1 note", RecentTone::good}));
    EXPECT_EQ(said({.changed = 1, .compiles = true, .mistakes = 0, .notes = 0, .exit_code = 3}),
              (RecentVerdict{"exit code 3", RecentTone::wrong}));
    EXPECT_EQ(said({.changed = 1, .compiles = false, .mistakes = 0, .notes = 0, .exit_code = 0}),
              (RecentVerdict{"does not compile", RecentTone::wrong}));
    EXPECT_EQ(said({.changed = 1}, 2), (RecentVerdict{"edited since its last run", RecentTone::changed}));
    EXPECT_EQ(verdict_of({"/a.cu", std::nullopt}, 1), (RecentVerdict{"not run yet", RecentTone::none}));
    EXPECT_EQ(verdict_of({"/a.cu", RecentRun{.changed = 1}}, std::nullopt), (RecentVerdict{"missing", RecentTone::none}));
}

TEST(RecentFiles, TheDiskSaysWhenAFileWasChanged) {
    const test::TemporaryFolder folder;
    folder.write("a.cu", "int main() {}\n");
    const fs::path file = folder.path() / "a.cu";
    const auto before = changed_at(file);
    ASSERT_TRUE(before);
    EXPECT_EQ(changed_at(file), before);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_NE(changed_at(file), before);
    EXPECT_FALSE(changed_at(folder.path() / "missing.cu"));
    EXPECT_FALSE(changed_at(folder.path()));  // a folder
}

}  // namespace
}  // namespace warpwise::ui
