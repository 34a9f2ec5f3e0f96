// Every command that writes a file, on a disk that is full: what is missing is said, and what was there stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FullDisk : public ::testing::Test {
  protected:
    struct Called {
        int status = -1;
        std::string errors, before;  // `before`: what the old file holds afterwards
    };
    // Runs `warpwise ARGUMENTS` where the folder "disk" is a file system without a free byte, that holds the file "old".
    Called call(const std::string& arguments) const {
        const std::string script =
            "mount -t tmpfs -o size=64k none disk && echo precious > disk/old && "
            "{ cat /dev/zero > disk/filler; " +
            std::string(WARPWISE_BINARY) + " " + arguments + " >/dev/null 2>errors; echo $? >status; cp disk/old before; }";
        folder.write("script", script);
        fs::create_directories(folder.path() / "disk");
        const std::string command = "cd " + folder.path().string() + " && unshare -rm sh ./script 2>/dev/null";
        static_cast<void>(std::system(command.c_str()));
        const auto text = [&](const char* name) { return read_file(folder.path() / name).value_or(""); };
        return {text("status").empty() ? -1 : std::stoi(text("status")), text("errors"), text("before")};
    }
    test::TemporaryFolder folder;
};

TEST_F(FullDisk, IsSaidAndTheOldFileStays) {
    folder.write("k.cu", "__global__ void k(float* a) { a[threadIdx.x] = 1; }");
    const std::string solution = WARPWISE_SOURCE_DIR "/lessons/02_indexing_1d/solution.cu";
    for (const std::string& arguments : {
             std::string("record first_kernel --device cpu-serial --repeats 1 -o disk/old"),
             std::string("sweep crossover --over n=16,32 --device cpu-serial --repeats 1 --csv disk/old"),
             std::string("kernel k.cu --entry k --block 32 --arg f32[32]:zeros --save 0=disk/old"),
             "check indexing_1d " + solution + " --html disk/old",
             std::string("shot indexing_1d --view result -o disk/old"),
             std::string("shot heat --frames 3 --device cpu-serial -o disk/old"),
             std::string("shot particles --frames 3 --device cpu-serial -o disk/old"),
         }) {
        const Called called = call(arguments);
        if (called.status < 0) GTEST_SKIP() << "no file system of one's own can be mounted here";
        if (called.errors.find("EGL") != std::string::npos) continue;  // no pictures on this machine
        EXPECT_EQ(called.status, 1) << arguments << "\n" << called.errors;
        EXPECT_THAT(called.errors, HasSubstr("No space left on device")) << arguments;
        EXPECT_EQ(called.before, "precious\n") << arguments;
    }
}

}  // namespace
}  // namespace warpwise
