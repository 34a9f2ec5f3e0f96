// The files that Clang sees: none outside of a text's folders, by no function of a file system.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "simt/compile/compile_files.h"
#include "temporary_folder.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;

class MachineFiles : public testing::Test {
  protected:
    MachineFiles() {
        fs::create_directories(folder_ / "own/wrong");
        for (const char* file : {"own/here.h", "own/solution.cu", "own/wrong/off.cu", "secret.h"})
            std::ofstream(folder_ / file) << file;
        options_.folder = (folder_ / "own").string();
    }
    bool sees(const fs::path& file) const {
        auto system = source_files("", {}, options_, {}).system;
        const bool status = system->status(file.string()) && !system->status(file.string())->isDirectory();
        EXPECT_EQ(status, static_cast<bool>(system->openFileForRead(file.string()))) << file;
        return status;
    }
    int listed(const fs::path& folder) const {
        auto system = source_files("", {}, options_, {}).system;
        std::error_code error;
        int found = 0;
        for (llvm::vfs::directory_iterator entry = system->dir_begin(folder.string(), error), end; !error && entry != end;
             entry.increment(error))
            ++found;
        return found;
    }

    const test::TemporaryFolder temporary_;
    const fs::path& folder_ = temporary_.path();
    CompileOptions options_;
};

TEST_F(MachineFiles, FoldersOutsideAreNotListed) {
    EXPECT_EQ(listed(folder_ / "own"), 3);
    EXPECT_EQ(listed(folder_ / "own/wrong"), 1);
    EXPECT_EQ(listed(folder_), 0);
    EXPECT_EQ(listed(folder_ / "own/.."), 0);
    EXPECT_EQ(listed("/etc"), 0);
}

TEST_F(MachineFiles, AHandInSeesNoAnswers) {
    EXPECT_TRUE(sees(folder_ / "own/solution.cu"));
    EXPECT_TRUE(sees(folder_ / "own/wrong/off.cu"));
    options_.hides_answers = true;
    EXPECT_TRUE(sees(folder_ / "own/here.h"));
    EXPECT_FALSE(sees(folder_ / "own/solution.cu"));
    EXPECT_FALSE(sees(folder_ / "own/wrong/off.cu"));
    EXPECT_FALSE(sees(folder_ / "own/wrong/../solution.cu"));
}

}  // namespace
}  // namespace warpwise::simt
