// The program as people and scripts call it, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"
#include "temporary_folder.h"

namespace warpwise::test {

struct Called {
    int status = -1;
    std::string out, err;
    nlohmann::json as_json() const { return nlohmann::json::parse(out, nullptr, false); }
};

class CommandLineTest : public ::testing::Test {
  protected:
    // `arguments` as a shell would read them, in this folder or another.
    Called call(const std::string& arguments, const std::filesystem::path& folder = ".") const {
        const std::filesystem::path err = dir / "stderr";
        const std::string command =
            "cd " + folder.string() + " && " + std::string(WARPWISE_BINARY) + " " + arguments + " 2>" + err.string();
        Called called;
        FILE* pipe = ::popen(command.c_str(), "r");
        char buffer[4096];
        for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) called.out.append(buffer, n);
        const int status = ::pclose(pipe);
        called.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        called.err = read_file(err).value_or("");
        return called;
    }
    std::string write(const char* name, const std::string& text) const {
        EXPECT_TRUE(write_file_atomically(dir / name, text));
        return (dir / name).string();
    }
    // A teacher's lesson: that on indexing under an id and in a place of its own.
    std::filesystem::path write_own_lesson() const {
        const std::filesystem::path mine = dir / "teacher" / "mine", from = WARPWISE_SOURCE_DIR "/lessons/02_indexing_1d";
        std::filesystem::create_directories(mine.parent_path());
        std::filesystem::copy(from, mine, std::filesystem::copy_options::recursive);
        std::string manifest = read_file(mine / "lesson.toml").value_or("");
        manifest.replace(manifest.find("\"indexing_1d\""), 13, "\"mine\"");
        EXPECT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
        return mine;
    }
    const TemporaryFolder temporary_;
    const std::filesystem::path& dir = temporary_.path();
};

// A kernel for `warpwise kernel`.
inline constexpr const char* scale_source =
    "template <typename T>\n"
    "__global__ void scale(const T* a, T* b, int n, T factor) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) b[i] = a[i] * factor;\n"
    "}\n";

}  // namespace warpwise::test
